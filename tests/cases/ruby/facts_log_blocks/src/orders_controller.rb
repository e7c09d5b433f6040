class OrdersController < ApplicationController
  def show
    Rails.logger.debug { "order #{params[:id]}" }
    logger.info { exception }
    logger.warn "late"
    box.info { 1 }
    logger.error
  end
end
