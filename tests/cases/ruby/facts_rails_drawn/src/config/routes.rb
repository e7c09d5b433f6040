Rails.application.routes.draw do
  root "home#index"

  namespace :staff do
    draw(:admin)
  end
end
