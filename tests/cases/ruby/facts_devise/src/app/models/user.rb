class User < ApplicationRecord
  devise :database_authenticatable, :registerable,
         :recoverable, :rememberable
end

class AdminUser < ApplicationRecord
  devise :database_authenticatable, :recoverable, :lockable
end

class Guest < ApplicationRecord
end
