class Account
  def open; end

  private def secret; end

  attr_reader :name

  private

  attr_writer :hidden

  def helper; end

  # A section does not reach methods of the class itself.
  def self.make; end

  protected

  def compare; end

  public

  def close; end
  def named; end
  private :named

  def self.internal; end
  private_class_method :internal
end
