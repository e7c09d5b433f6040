Rails.application.routes.draw do
  resources :orders, :only => [:index, :show] do
    member { put :cancel }
  end
  resource :order_imports, :only => :create
  match "/hooks/:id" => "hooks#call", :via => [:get, :post]
end
