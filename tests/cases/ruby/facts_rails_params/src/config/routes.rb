Rails.application.routes.draw do
  resources :budgets, only: %i[index show], param: :month_year do
    get :picker, on: :collection
    get :export, on: :member
    resources :categories, only: :index
  end
end

param = Report.resources(:budgets, param: :month_year)
