require "rails/all"

module Shop
  class Application < Rails::Application
    config.middleware.use Rack::Deflater
    config.middleware.unshift Rack::Runtime
    config.middleware.insert_before 0, Rack::Cors do
      allow
    end
    config.middleware.insert_after Rack::Sendfile, RequestClock
    config.middleware.swap ActionDispatch::ShowExceptions, Failures
    config.middleware.delete Rack::ETag
    config.pipeline.use Rack::Lint
  end
end

Rails.application.config.middleware.insert_before Rack::Head, Metrics
