-- Each checkout is paid once; the run ends early when all are paid.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
text = body("authorize")
local list, at
function init() list, at = prepared(), 0 end
function request()
    at = at + 1
    if at == #list then wrk.thread:stop() end
    local one = list[math.min(at, #list)]
    return call("POST", "/v1/checkouts/" .. one.id .. "/authorize", one.secret, text, true)
end
