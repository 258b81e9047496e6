-- Friends who choose: each changes their amount of water, based on the version in the last answer.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local friends, free = {}, {}
function init()
    for line in io.lines(os.getenv("BENCH_SHARED")) do
        local token, key = line:match("^(%S+) (%S+) %S+$")
        friends[#friends + 1] = { token = token, key = key, version = 0, quantity = 1 }
        free[#free + 1] = #friends
    end
end
function request()
    local number = table.remove(free, 1)
    local friend = friends[number]
    friend.quantity = friend.quantity % 90 + 1
    return wrk.format("PUT", "/v1/shared/" .. friend.token .. "/choices/" .. os.getenv("BENCH_RUN") .. "-" .. number,
        { Authorization = "Bearer " .. friend.key, ["Content-Type"] = "application/json" },
        '{"item":"water","quantity":' .. friend.quantity .. ',"version":' .. friend.version .. '}')
end
function response(status, headers, body)
    local number, version = body:match('"choice":"[^"]*%-(%d+)".-"version":(%d+)')
    if number then
        friends[tonumber(number)].version = version
        free[#free + 1] = tonumber(number)
    end
end
