Rails.application.routes.draw do
  concern :taggable do
    resources :tags, only: :index
    post :tag, on: :member
  end

  concern :unused do
    get :never
  end

  namespace :api do
    resources :orders, only: :show, concerns: :taggable
    resources :shops, only: [] do
      concerns :taggable
    end
  end
end
