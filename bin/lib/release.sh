# shellcheck shell=bash
# The release build: one program for bin/run, bin/bench and bin/package.

# release_build: builds the release and names it in `paysheet`.
#
# Swift's runtime is part of the program. Then a machine needs no Swift to run it, and a call of the
# runtime, such as the one that counts a reference, is a plain call (bench/RESULTS.md).
release_build() {
    attend swift build --package-path "$top" --configuration release --product paysheet \
        --static-swift-stdlib
    paysheet=$top/.build/release/paysheet
}
