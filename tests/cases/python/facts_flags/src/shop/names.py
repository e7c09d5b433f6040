CHECKOUT = "new-checkout"
