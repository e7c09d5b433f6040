resources :orders, only: %i[index show]

namespace :reports do
  get "daily", to: "reports#daily"
end
