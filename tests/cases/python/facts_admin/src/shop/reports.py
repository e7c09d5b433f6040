def orders(request):
    pass
