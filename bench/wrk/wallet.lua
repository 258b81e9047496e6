-- Requests of phones: a pass that is cached signed, one that has not changed, and the list of
-- changed ones.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local asks = os.getenv("BENCH_WALLET")
local pass = { Authorization = "ApplePass " .. os.getenv("BENCH_PASS_TOKEN") }
if asks == "unchanged" then pass["If-Modified-Since"] = "Fri, 01 Jan 2100 00:00:00 GMT" end
local fetch
function init()
    math.randomseed(7)
    fetch = wrk.format("GET", os.getenv("BENCH_PASS_PATH"), pass)
end
function request()
    if asks ~= "changed" then return fetch end
    return wrk.format("GET", "/passkit/v1/devices/bench-phone-" .. math.random(0, 99999)
        .. "/registrations/pass.example.toast?passesUpdatedSince=900000", {})
end
