class Staff::OrdersController < ActionController::Base
  before_action :signed_in, :load_order, only: :show
  before_action(-> { head :no_content }, **LIMITS)

  def index; end

  def show; end
end
