module Shop
  class Application < Rails::Application
    config.middleware.use Rack::Attack
    config.middleware.insert_after ActionDispatch::SSL, Rack::CanonicalHost, "shop.example"
    config.middleware.insert_before 0, Rack::Cors
    config.middleware.delete Rack::Sendfile # takes something away
  end
end
