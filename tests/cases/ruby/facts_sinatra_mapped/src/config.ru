require "./app"
use Rack::Deflater
map "/fever" do
  run Admin::Endpoint
end
run Shop.new
map("/shop") { run Shop.new }
