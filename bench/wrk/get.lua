-- Reads checkouts with the merchant's key, one after another.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local list, at
function init() list, at = prepared(), 0 end
function request()
    at = at % #list + 1
    return call("GET", "/v1/checkouts/" .. list[at].id, secret_key)
end
