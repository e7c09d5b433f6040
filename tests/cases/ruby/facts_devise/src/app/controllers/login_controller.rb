class LoginController < Devise::SessionsController
  def create
  end

  # The same name outside of the routes is nothing.
  def other
    devise_for :users
  end
end
