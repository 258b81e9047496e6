dofile(os.getenv("BENCH_FOLDER") .. "/wrk/common.lua")
wrk.path = "/healthz"
