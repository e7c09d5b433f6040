def task(max_retries=0):
    return lambda function: function
