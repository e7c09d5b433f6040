module Admin
  class UsersController < ActionController::Base
    def index
    end

    def ban
    end
  end
end
