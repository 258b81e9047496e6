-- Creates a checkout of 1.2 KB.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
function request() return call("POST", "/v1/checkouts", secret_key, cart(), true) end
