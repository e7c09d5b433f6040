class ApplicationRecord < ActiveRecord::Base
  self.abstract_class = true
end

class Category < ApplicationRecord
end

class Line < ApplicationRecord
  self.table_name = "order_lines"

  def self.old
    connection.execute("DELETE FROM stale_lines")
  end
end

class Helper
end
