# a stack of the program's own: nothing of Rails
class Stack
  def use(part) = @parts << part
end

stack = Stack.new
stack.use Rack::Head
