def work(): pass
