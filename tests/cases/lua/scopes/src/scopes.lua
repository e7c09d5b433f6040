local x = 1
local f = function(a) return a + x end
GLOBAL = f(x)

local function outer(x)
    local y = x
    local y = y + GLOBAL
    for i, v in ipairs(y) do print(i, v, f) end
    for n = 1, x do
        local f = n
        print(f)
    end
    local function inner() return inner, y end
    return { x = x, [f] = inner, f }
end

if x then
    local block = outer(x)
    goto done
end
print(block)
::done::
x = undefined.member.call(x)
