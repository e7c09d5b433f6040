local json = require("json")
require "shop.setup"

--- The cart.
local Cart = {}
local hidden = { 1 }

Cart.LIMIT = 3

--- Adds an item.
-- @param item what to add
function Cart.add(cart, item, ...)
    return json.encode(item)
end

function Cart:total(rate)
    self.sum = rate
    return self:count()
end

Cart.count = function(cart) return #cart end

Cart.handlers = {
    open = function(event) end,
    name = "x",
}

function Other.deep.fn() end

local function _private(a) return a end

function global_function() end

return Cart
