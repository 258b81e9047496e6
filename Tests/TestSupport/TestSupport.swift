// Helpers that the tests of all modules share.
