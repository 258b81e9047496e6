// Made by bin/assets; a tidy test compares it with the tree.
// #embed is in C23's standard; clang calls it an extension before that.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char sql_0001_merchants_sql[] = {
#embed "../../sql/0001_merchants.sql"
};
static const unsigned char sql_0002_checkouts_sql[] = {
#embed "../../sql/0002_checkouts.sql"
};
static const unsigned char sql_0003_idempotency_sql[] = {
#embed "../../sql/0003_idempotency.sql"
};
static const unsigned char sql_0004_outbox_sql[] = {
#embed "../../sql/0004_outbox.sql"
};
static const unsigned char sql_0005_customers_sql[] = {
#embed "../../sql/0005_customers.sql"
};
static const unsigned char sql_0006_sandbox_sql[] = {
#embed "../../sql/0006_sandbox.sql"
};
static const unsigned char sql_0007_ledger_sql[] = {
#embed "../../sql/0007_ledger.sql"
};
static const unsigned char sql_0008_payments_sql[] = {
#embed "../../sql/0008_payments.sql"
};
static const unsigned char sql_0009_webhooks_sql[] = {
#embed "../../sql/0009_webhooks.sql"
};
static const unsigned char sql_0010_sandbox_settlement_sql[] = {
#embed "../../sql/0010_sandbox_settlement.sql"
};
static const unsigned char sql_0011_jobs_sql[] = {
#embed "../../sql/0011_jobs.sql"
};
static const unsigned char sql_0012_lighter_writes_sql[] = {
#embed "../../sql/0012_lighter_writes.sql"
};
static const unsigned char sql_0013_uncovered_disputes_sql[] = {
#embed "../../sql/0013_uncovered_disputes.sql"
};
static const unsigned char openapi_yaml[] = {
#embed "../../openapi.yaml"
};
#if __has_embed("../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js")
static const unsigned char swagger_ui_swagger_ui_bundle_js[] = {
#embed "../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js"
};
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/swagger-ui.css")
static const unsigned char swagger_ui_swagger_ui_css[] = {
#embed "../../.paysheet/vendor/swagger-ui/swagger-ui.css"
};
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/favicon-32x32.png")
static const unsigned char swagger_ui_favicon_32x32_png[] = {
#embed "../../.paysheet/vendor/swagger-ui/favicon-32x32.png"
};
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/LICENSE")
static const unsigned char swagger_ui_LICENSE[] = {
#embed "../../.paysheet/vendor/swagger-ui/LICENSE"
};
#endif
static const struct asset assets[] = {
    {"sql/0001_merchants.sql", sql_0001_merchants_sql, sizeof sql_0001_merchants_sql},
    {"sql/0002_checkouts.sql", sql_0002_checkouts_sql, sizeof sql_0002_checkouts_sql},
    {"sql/0003_idempotency.sql", sql_0003_idempotency_sql, sizeof sql_0003_idempotency_sql},
    {"sql/0004_outbox.sql", sql_0004_outbox_sql, sizeof sql_0004_outbox_sql},
    {"sql/0005_customers.sql", sql_0005_customers_sql, sizeof sql_0005_customers_sql},
    {"sql/0006_sandbox.sql", sql_0006_sandbox_sql, sizeof sql_0006_sandbox_sql},
    {"sql/0007_ledger.sql", sql_0007_ledger_sql, sizeof sql_0007_ledger_sql},
    {"sql/0008_payments.sql", sql_0008_payments_sql, sizeof sql_0008_payments_sql},
    {"sql/0009_webhooks.sql", sql_0009_webhooks_sql, sizeof sql_0009_webhooks_sql},
    {"sql/0010_sandbox_settlement.sql", sql_0010_sandbox_settlement_sql, sizeof sql_0010_sandbox_settlement_sql},
    {"sql/0011_jobs.sql", sql_0011_jobs_sql, sizeof sql_0011_jobs_sql},
    {"sql/0012_lighter_writes.sql", sql_0012_lighter_writes_sql, sizeof sql_0012_lighter_writes_sql},
    {"sql/0013_uncovered_disputes.sql", sql_0013_uncovered_disputes_sql, sizeof sql_0013_uncovered_disputes_sql},
    {"openapi.yaml", openapi_yaml, sizeof openapi_yaml},
#if __has_embed("../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js")
    {"swagger-ui/swagger-ui-bundle.js", swagger_ui_swagger_ui_bundle_js, sizeof swagger_ui_swagger_ui_bundle_js},
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/swagger-ui.css")
    {"swagger-ui/swagger-ui.css", swagger_ui_swagger_ui_css, sizeof swagger_ui_swagger_ui_css},
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/favicon-32x32.png")
    {"swagger-ui/favicon-32x32.png", swagger_ui_favicon_32x32_png, sizeof swagger_ui_favicon_32x32_png},
#endif
#if __has_embed("../../.paysheet/vendor/swagger-ui/LICENSE")
    {"swagger-ui/LICENSE", swagger_ui_LICENSE, sizeof swagger_ui_LICENSE},
#endif
    {0, 0, 0},
};
