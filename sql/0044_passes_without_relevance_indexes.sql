-- Why: a list of passes by time reads a limited part of the passes, newest first, as other lists with filters do. With these indexes
-- a prepared statement still read all passes of a merchant when few were relevant: 3 s among 10 million. No statement uses them now.
DROP INDEX passes_by_relevance;
DROP INDEX passes_by_relevance_end;
