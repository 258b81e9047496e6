-- Why: a list of passes by time reads a limited part of the passes, newest first, as other lists
-- with filters do. With these indexes a prepared statement still read all passes of a merchant if
-- few of them were relevant: 3 s among 10 million. No statement uses the indexes now.
DROP INDEX passes_by_relevance;
DROP INDEX passes_by_relevance_end;
-- Earlier text: sha256 4a05781e9f28308996bc5488a68374239d17dab92fa131760511f3d0e60bec5a
