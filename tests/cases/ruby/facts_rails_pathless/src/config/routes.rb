Rails.application.routes.draw do
  devise_for :users, path: "/", only: %i[sessions]
  resources :forms, only: :show, path: "" do
    get :success, on: :collection
  end
  resources :orders, only: :index, path: "sales"
end
