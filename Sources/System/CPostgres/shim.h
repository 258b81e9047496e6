#include <libpq-fe.h>

/* The kept fields of an error report; the macros are characters, which Swift does not import. */
static const int paysheet_field_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int paysheet_field_sqlstate = PG_DIAG_SQLSTATE;
static const int paysheet_field_message = PG_DIAG_MESSAGE_PRIMARY;
static const int paysheet_field_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int paysheet_field_table = PG_DIAG_TABLE_NAME;
static const int paysheet_field_column = PG_DIAG_COLUMN_NAME;
static const int paysheet_field_function = PG_DIAG_SOURCE_FUNCTION;
static const int paysheet_field_position = PG_DIAG_STATEMENT_POSITION;
