require "sinatra/base"
class Shop < Sinatra::Base
  get %r{
    /history/             # match any URL
    (.+?)                 # the path
    /\#top
  }x do |path|
  end
  get %r{/a b/(\d+)} do
  end
  get %r{/c d/#x}x do
  end
end
