def flag_is_active(request, name):
    return name in request
