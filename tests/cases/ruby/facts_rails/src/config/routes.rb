Rails.application.routes.draw do
  root "home#index"
  get "about", to: "home#about"
  match "/both" => "home#about", via: [:get, :post]

  namespace :admin do
    root to: "users#index"
    resources :users, only: %i[index show] do
      member { post :ban }
      get :search, on: :collection
      resources :notes, except: [:new, :edit]
    end
  end

  scope "/api", module: "v1" do
    resource :session, only: [:create]
  end
end
