-- Each update changes the checkout's address, so that there is something to store.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local texts = { body("contact-1"), body("contact-2") }
local list, at, pass
function init() list, at, pass = prepared(), 0, 1 end
function request()
    at = at + 1
    if at > #list then at, pass = 1, 3 - pass end
    local one = list[at]
    return call("POST", "/v1/checkouts/" .. one.id .. "/shipping-contact", one.secret, texts[pass], true)
end
