Rails.application.routes.draw do
  devise_for :users, controllers: { sessions: "login" }, path_names: { sign_in: "enter" }
  scope "/staff" do
    devise_for :admin_users, path: "admins", skip: [:passwords]
  end
  # Its model says nothing of modules.
  devise_for :guests
  devise_for :admin_users, ActiveAdmin::Devise.config
  namespace :api do
    mount_devise_token_auth_for "User", at: "auth", skip: [:registrations]
  end
end
