# nobody draws it
get "left", to: "home#left"
