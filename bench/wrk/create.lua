-- Creates a checkout of 1.2 KB.
dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
local text = body("create")
function request() return call("POST", "/v1/checkouts", secret_key, text, true) end
