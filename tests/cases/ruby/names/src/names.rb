def helper; end

class Job
  attr_reader :name
  RETRIES = 3

  def run(argument)
    local = compute(argument)
    compute = 1
    compute
    [local].each { |item; block_local| puts item, local, name }
    local.name = RETRIES
    Job.new.run(key: :value)
    ::Kernel.puts "#{name} #{local}"
  rescue Errors::Bad => error
    raise error
  end

  def compute(x) = x

  # An instance's method is not one of the class.
  def self.all
    compute(1)
    each_one { |job| job.run }
  end

  def self.each_one; end

  class Inner
    # Methods of the type around are not seen, its constants are.
    def run
      compute(RETRIES)
      helper
    end
  end

  case [1, 2]
  in [Integer => first, {size:}] then puts first, size
  end
end
