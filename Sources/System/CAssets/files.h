// Made by bin/assets; a tidy test compares it with the tree.
// #embed is in C23's standard; clang calls it an extension before that.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char sql_0001_merchants_sql[] = {
#embed "../../../sql/0001_merchants.sql"
}, sql_0002_checkouts_sql[] = {
#embed "../../../sql/0002_checkouts.sql"
}, sql_0003_idempotency_sql[] = {
#embed "../../../sql/0003_idempotency.sql"
}, sql_0004_outbox_sql[] = {
#embed "../../../sql/0004_outbox.sql"
}, sql_0005_customers_sql[] = {
#embed "../../../sql/0005_customers.sql"
}, sql_0006_sandbox_sql[] = {
#embed "../../../sql/0006_sandbox.sql"
}, sql_0007_ledger_sql[] = {
#embed "../../../sql/0007_ledger.sql"
}, sql_0008_payments_sql[] = {
#embed "../../../sql/0008_payments.sql"
}, sql_0009_webhooks_sql[] = {
#embed "../../../sql/0009_webhooks.sql"
}, sql_0010_sandbox_settlement_sql[] = {
#embed "../../../sql/0010_sandbox_settlement.sql"
}, sql_0011_jobs_sql[] = {
#embed "../../../sql/0011_jobs.sql"
}, sql_0012_lighter_writes_sql[] = {
#embed "../../../sql/0012_lighter_writes.sql"
}, sql_0013_uncovered_disputes_sql[] = {
#embed "../../../sql/0013_uncovered_disputes.sql"
}, sql_0014_sessions_sql[] = {
#embed "../../../sql/0014_sessions.sql"
}, sql_0015_erasure_sql[] = {
#embed "../../../sql/0015_erasure.sql"
}, sql_0016_subscriptions_sql[] = {
#embed "../../../sql/0016_subscriptions.sql"
}, sql_0017_paid_beside_sql[] = {
#embed "../../../sql/0017_paid_beside.sql"
}, sql_0018_credentials_sql[] = {
#embed "../../../sql/0018_credentials.sql"
}, sql_0019_stripe_sql[] = {
#embed "../../../sql/0019_stripe.sql"
}, sql_0020_domain_associations_sql[] = {
#embed "../../../sql/0020_domain_associations.sql"
}, sql_0021_processor_accounts_sql[] = {
#embed "../../../sql/0021_processor_accounts.sql"
}, sql_0022_reconciliation_sql[] = {
#embed "../../../sql/0022_reconciliation.sql"
}, sql_0023_merchant_tokens_sql[] = {
#embed "../../../sql/0023_merchant_tokens.sql"
}, sql_0024_pass_certificates_sql[] = {
#embed "../../../sql/0024_pass_certificates.sql"
}, sql_0025_pass_types_sql[] = {
#embed "../../../sql/0025_pass_types.sql"
}, sql_0026_passes_sql[] = {
#embed "../../../sql/0026_passes.sql"
}, sql_0027_wallet_devices_sql[] = {
#embed "../../../sql/0027_wallet_devices.sql"
}, sql_0028_wallet_pushes_sql[] = {
#embed "../../../sql/0028_wallet_pushes.sql"
}, sql_0029_wallet_log_sql[] = {
#embed "../../../sql/0029_wallet_log.sql"
}, sql_0030_pass_subjects_sql[] = {
#embed "../../../sql/0030_pass_subjects.sql"
}, sql_0031_orders_sql[] = {
#embed "../../../sql/0031_orders.sql"
}, sql_0032_shared_orders_sql[] = {
#embed "../../../sql/0032_shared_orders.sql"
}, sql_0033_pictures_sql[] = {
#embed "../../../sql/0033_pictures.sql"
}, sql_0034_participant_passes_sql[] = {
#embed "../../../sql/0034_participant_passes.sql"
}, sql_0035_free_items_sql[] = {
#embed "../../../sql/0035_free_items.sql"
}, sql_0036_outbox_numbering_sql[] = {
#embed "../../../sql/0036_outbox_numbering.sql"
}, sql_0037_pass_relevance_sql[] = {
#embed "../../../sql/0037_pass_relevance.sql"
}, sql_0038_manual_retries_sql[] = {
#embed "../../../sql/0038_manual_retries.sql"
}, sql_0039_tokens_pay_once_on_a_server_sql[] = {
#embed "../../../sql/0039_tokens_pay_once_on_a_server.sql"
}, sql_0040_period_payments_sql[] = {
#embed "../../../sql/0040_period_payments.sql"
}, sql_0041_events_by_seldom_type_sql[] = {
#embed "../../../sql/0041_events_by_seldom_type.sql"
}, sql_0042_manual_retry_limit_sql[] = {
#embed "../../../sql/0042_manual_retry_limit.sql"
}, sql_0043_erasures_sql[] = {
#embed "../../../sql/0043_erasures.sql"
}, sql_0044_passes_without_relevance_indexes_sql[] = {
#embed "../../../sql/0044_passes_without_relevance_indexes.sql"
}, sql_0045_scheduled_tries_of_open_invoices_sql[] = {
#embed "../../../sql/0045_scheduled_tries_of_open_invoices.sql"
}, sql_0046_one_unit_of_proration_in_a_period_sql[] = {
#embed "../../../sql/0046_one_unit_of_proration_in_a_period.sql"
}, sql_0047_nominal_day_of_a_subscription_sql[] = {
#embed "../../../sql/0047_nominal_day_of_a_subscription.sql"
}, sql_0048_exact_worth_of_period_payments_sql[] = {
#embed "../../../sql/0048_exact_worth_of_period_payments.sql"
}, sql_0049_job_names_sql[] = {
#embed "../../../sql/0049_job_names.sql"
}, sql_0050_request_after_what_changes_sql[] = {
#embed "../../../sql/0050_request_after_what_changes.sql"
}, sql_0051_compressed_requests_sql[] = {
#embed "../../../sql/0051_compressed_requests.sql"
}, sql_0052_key_permissions_sql[] = {
#embed "../../../sql/0052_key_permissions.sql"
}, openapi_yaml[] = {
#embed "../../../openapi.yaml"
}, pages_dashboard_balances_js[] = {
#embed "../../../pages/dashboard/balances.js"
}, pages_dashboard_charts_js[] = {
#embed "../../../pages/dashboard/charts.js"
}, pages_dashboard_checkout_js[] = {
#embed "../../../pages/dashboard/checkout.js"
}, pages_dashboard_checkouts_js[] = {
#embed "../../../pages/dashboard/checkouts.js"
}, pages_dashboard_coupons_js[] = {
#embed "../../../pages/dashboard/coupons.js"
}, pages_dashboard_customers_js[] = {
#embed "../../../pages/dashboard/customers.js"
}, pages_dashboard_dashboard_css[] = {
#embed "../../../pages/dashboard/dashboard.css"
}, pages_dashboard_dom_js[] = {
#embed "../../../pages/dashboard/dom.js"
}, pages_dashboard_forms_js[] = {
#embed "../../../pages/dashboard/forms.js"
}, pages_dashboard_index_html[] = {
#embed "../../../pages/dashboard/index.html"
}, pages_dashboard_invoice_js[] = {
#embed "../../../pages/dashboard/invoice.js"
}, pages_dashboard_keys_js[] = {
#embed "../../../pages/dashboard/keys.js"
}, pages_dashboard_main_js[] = {
#embed "../../../pages/dashboard/main.js"
}, pages_dashboard_overview_js[] = {
#embed "../../../pages/dashboard/overview.js"
}, pages_dashboard_passes_js[] = {
#embed "../../../pages/dashboard/passes.js"
}, pages_dashboard_server_js[] = {
#embed "../../../pages/dashboard/server.js"
}, pages_dashboard_settings_js[] = {
#embed "../../../pages/dashboard/settings.js"
}, pages_dashboard_subscriptions_js[] = {
#embed "../../../pages/dashboard/subscriptions.js"
}, pages_dashboard_table_js[] = {
#embed "../../../pages/dashboard/table.js"
}, pages_dashboard_webhooks_js[] = {
#embed "../../../pages/dashboard/webhooks.js"
}, pages_demo_barcode_js[] = {
#embed "../../../pages/demo/barcode.js"
}, pages_demo_club_words_js[] = {
#embed "../../../pages/demo/club-words.js"
}, pages_demo_club_js[] = {
#embed "../../../pages/demo/club.js"
}, pages_demo_gift_words_js[] = {
#embed "../../../pages/demo/gift-words.js"
}, pages_demo_gift_css[] = {
#embed "../../../pages/demo/gift.css"
}, pages_demo_gift_js[] = {
#embed "../../../pages/demo/gift.js"
}, pages_demo_index_html[] = {
#embed "../../../pages/demo/index.html"
}, pages_demo_shop_css[] = {
#embed "../../../pages/demo/shop.css"
}, pages_demo_shop_js[] = {
#embed "../../../pages/demo/shop.js"
}, pages_demo_toast_svg[] = {
#embed "../../../pages/demo/toast.svg"
}, pages_demo_words_js[] = {
#embed "../../../pages/demo/words.js"
}, pages_gift_de_lproj_pass_strings[] = {
#embed "../../../pages/gift/de.lproj/pass.strings"
}, pages_gift_en_lproj_pass_strings[] = {
#embed "../../../pages/gift/en.lproj/pass.strings"
}, pages_gift_es_lproj_pass_strings[] = {
#embed "../../../pages/gift/es.lproj/pass.strings"
}, pages_gift_fr_lproj_pass_strings[] = {
#embed "../../../pages/gift/fr.lproj/pass.strings"
}, pages_gift_icon_png[] = {
#embed "../../../pages/gift/icon.png"
}, pages_gift_icon_2x_png[] = {
#embed "../../../pages/gift/icon@2x.png"
}, pages_gift_icon_3x_png[] = {
#embed "../../../pages/gift/icon@3x.png"
}, pages_gift_it_lproj_pass_strings[] = {
#embed "../../../pages/gift/it.lproj/pass.strings"
}, pages_gift_ja_lproj_pass_strings[] = {
#embed "../../../pages/gift/ja.lproj/pass.strings"
}, pages_gift_ko_lproj_pass_strings[] = {
#embed "../../../pages/gift/ko.lproj/pass.strings"
}, pages_gift_logo_png[] = {
#embed "../../../pages/gift/logo.png"
}, pages_gift_logo_2x_png[] = {
#embed "../../../pages/gift/logo@2x.png"
}, pages_gift_logo_3x_png[] = {
#embed "../../../pages/gift/logo@3x.png"
}, pages_gift_nl_lproj_pass_strings[] = {
#embed "../../../pages/gift/nl.lproj/pass.strings"
}, pages_gift_pass_json[] = {
#embed "../../../pages/gift/pass.json"
}, pages_gift_pt_lproj_pass_strings[] = {
#embed "../../../pages/gift/pt.lproj/pass.strings"
}, pages_gift_strip_png[] = {
#embed "../../../pages/gift/strip.png"
}, pages_gift_strip_2x_png[] = {
#embed "../../../pages/gift/strip@2x.png"
}, pages_gift_strip_3x_png[] = {
#embed "../../../pages/gift/strip@3x.png"
}, pages_gift_zh_Hans_lproj_pass_strings[] = {
#embed "../../../pages/gift/zh-Hans.lproj/pass.strings"
}, pages_gift_zh_Hant_lproj_pass_strings[] = {
#embed "../../../pages/gift/zh-Hant.lproj/pass.strings"
}, pages_pay_index_html[] = {
#embed "../../../pages/pay/index.html"
}, pages_pay_pay_css[] = {
#embed "../../../pages/pay/pay.css"
}, pages_pay_pay_js[] = {
#embed "../../../pages/pay/pay.js"
}, pages_pay_words_js[] = {
#embed "../../../pages/pay/words.js"
}, pages_paysheet_1_words_js[] = {
#embed "../../../pages/paysheet/1-words.js"
}, pages_paysheet_2_checkout_js[] = {
#embed "../../../pages/paysheet/2-checkout.js"
}, pages_paysheet_3_conversation_js[] = {
#embed "../../../pages/paysheet/3-conversation.js"
}, pages_paysheet_4_wallet_js[] = {
#embed "../../../pages/paysheet/4-wallet.js"
}, pages_paysheet_5_view_js[] = {
#embed "../../../pages/paysheet/5-view.js"
}, pages_paysheet_6_fields_js[] = {
#embed "../../../pages/paysheet/6-fields.js"
}, pages_paysheet_7_sheet_js[] = {
#embed "../../../pages/paysheet/7-sheet.js"
}, pages_paysheet_8_codes_js[] = {
#embed "../../../pages/paysheet/8-codes.js"
}, pages_paysheet_9_paysheet_js[] = {
#embed "../../../pages/paysheet/9-paysheet.js"
}, pages_paysheet_paysheet_d_ts[] = {
#embed "../../../pages/paysheet/paysheet.d.ts"
}, pages_shared_announcements_js[] = {
#embed "../../../pages/shared/announcements.js"
}, pages_shared_dom_js[] = {
#embed "../../../pages/shared/dom.js"
}, pages_shared_draw_js[] = {
#embed "../../../pages/shared/draw.js"
}, pages_shared_icon_svg[] = {
#embed "../../../pages/shared/icon.svg"
}, pages_shared_live_js[] = {
#embed "../../../pages/shared/live.js"
}, pages_shared_pay_js[] = {
#embed "../../../pages/shared/pay.js"
}, pages_shared_preview_png[] = {
#embed "../../../pages/shared/preview.png"
}, pages_shared_server_js[] = {
#embed "../../../pages/shared/server.js"
}, pages_shared_shared_css[] = {
#embed "../../../pages/shared/shared.css"
}, pages_shared_shared_js[] = {
#embed "../../../pages/shared/shared.js"
}, pages_shared_sheet_js[] = {
#embed "../../../pages/shared/sheet.js"
}, pages_shared_words_js[] = {
#embed "../../../pages/shared/words.js"
}, pages_shared_words_json[] = {
#embed "../../../pages/shared/words.json"
};
#if __has_embed("../../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js")
static const unsigned char swagger_ui_swagger_ui_bundle_js[] = {
#embed "../../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js"
};
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/swagger-ui.css")
static const unsigned char swagger_ui_swagger_ui_css[] = {
#embed "../../../.paysheet/vendor/swagger-ui/swagger-ui.css"
};
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/favicon-32x32.png")
static const unsigned char swagger_ui_favicon_32x32_png[] = {
#embed "../../../.paysheet/vendor/swagger-ui/favicon-32x32.png"
};
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/LICENSE")
static const unsigned char swagger_ui_LICENSE[] = {
#embed "../../../.paysheet/vendor/swagger-ui/LICENSE"
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
    {"sql/0014_sessions.sql", sql_0014_sessions_sql, sizeof sql_0014_sessions_sql},
    {"sql/0015_erasure.sql", sql_0015_erasure_sql, sizeof sql_0015_erasure_sql},
    {"sql/0016_subscriptions.sql", sql_0016_subscriptions_sql, sizeof sql_0016_subscriptions_sql},
    {"sql/0017_paid_beside.sql", sql_0017_paid_beside_sql, sizeof sql_0017_paid_beside_sql},
    {"sql/0018_credentials.sql", sql_0018_credentials_sql, sizeof sql_0018_credentials_sql},
    {"sql/0019_stripe.sql", sql_0019_stripe_sql, sizeof sql_0019_stripe_sql},
    {"sql/0020_domain_associations.sql", sql_0020_domain_associations_sql, sizeof sql_0020_domain_associations_sql},
    {"sql/0021_processor_accounts.sql", sql_0021_processor_accounts_sql, sizeof sql_0021_processor_accounts_sql},
    {"sql/0022_reconciliation.sql", sql_0022_reconciliation_sql, sizeof sql_0022_reconciliation_sql},
    {"sql/0023_merchant_tokens.sql", sql_0023_merchant_tokens_sql, sizeof sql_0023_merchant_tokens_sql},
    {"sql/0024_pass_certificates.sql", sql_0024_pass_certificates_sql, sizeof sql_0024_pass_certificates_sql},
    {"sql/0025_pass_types.sql", sql_0025_pass_types_sql, sizeof sql_0025_pass_types_sql},
    {"sql/0026_passes.sql", sql_0026_passes_sql, sizeof sql_0026_passes_sql},
    {"sql/0027_wallet_devices.sql", sql_0027_wallet_devices_sql, sizeof sql_0027_wallet_devices_sql},
    {"sql/0028_wallet_pushes.sql", sql_0028_wallet_pushes_sql, sizeof sql_0028_wallet_pushes_sql},
    {"sql/0029_wallet_log.sql", sql_0029_wallet_log_sql, sizeof sql_0029_wallet_log_sql},
    {"sql/0030_pass_subjects.sql", sql_0030_pass_subjects_sql, sizeof sql_0030_pass_subjects_sql},
    {"sql/0031_orders.sql", sql_0031_orders_sql, sizeof sql_0031_orders_sql},
    {"sql/0032_shared_orders.sql", sql_0032_shared_orders_sql, sizeof sql_0032_shared_orders_sql},
    {"sql/0033_pictures.sql", sql_0033_pictures_sql, sizeof sql_0033_pictures_sql},
    {"sql/0034_participant_passes.sql", sql_0034_participant_passes_sql, sizeof sql_0034_participant_passes_sql},
    {"sql/0035_free_items.sql", sql_0035_free_items_sql, sizeof sql_0035_free_items_sql},
    {"sql/0036_outbox_numbering.sql", sql_0036_outbox_numbering_sql, sizeof sql_0036_outbox_numbering_sql},
    {"sql/0037_pass_relevance.sql", sql_0037_pass_relevance_sql, sizeof sql_0037_pass_relevance_sql},
    {"sql/0038_manual_retries.sql", sql_0038_manual_retries_sql, sizeof sql_0038_manual_retries_sql},
    {"sql/0039_tokens_pay_once_on_a_server.sql", sql_0039_tokens_pay_once_on_a_server_sql, sizeof sql_0039_tokens_pay_once_on_a_server_sql},
    {"sql/0040_period_payments.sql", sql_0040_period_payments_sql, sizeof sql_0040_period_payments_sql},
    {"sql/0041_events_by_seldom_type.sql", sql_0041_events_by_seldom_type_sql, sizeof sql_0041_events_by_seldom_type_sql},
    {"sql/0042_manual_retry_limit.sql", sql_0042_manual_retry_limit_sql, sizeof sql_0042_manual_retry_limit_sql},
    {"sql/0043_erasures.sql", sql_0043_erasures_sql, sizeof sql_0043_erasures_sql},
    {"sql/0044_passes_without_relevance_indexes.sql", sql_0044_passes_without_relevance_indexes_sql, sizeof sql_0044_passes_without_relevance_indexes_sql},
    {"sql/0045_scheduled_tries_of_open_invoices.sql", sql_0045_scheduled_tries_of_open_invoices_sql, sizeof sql_0045_scheduled_tries_of_open_invoices_sql},
    {"sql/0046_one_unit_of_proration_in_a_period.sql", sql_0046_one_unit_of_proration_in_a_period_sql, sizeof sql_0046_one_unit_of_proration_in_a_period_sql},
    {"sql/0047_nominal_day_of_a_subscription.sql", sql_0047_nominal_day_of_a_subscription_sql, sizeof sql_0047_nominal_day_of_a_subscription_sql},
    {"sql/0048_exact_worth_of_period_payments.sql", sql_0048_exact_worth_of_period_payments_sql, sizeof sql_0048_exact_worth_of_period_payments_sql},
    {"sql/0049_job_names.sql", sql_0049_job_names_sql, sizeof sql_0049_job_names_sql},
    {"sql/0050_request_after_what_changes.sql", sql_0050_request_after_what_changes_sql, sizeof sql_0050_request_after_what_changes_sql},
    {"sql/0051_compressed_requests.sql", sql_0051_compressed_requests_sql, sizeof sql_0051_compressed_requests_sql},
    {"sql/0052_key_permissions.sql", sql_0052_key_permissions_sql, sizeof sql_0052_key_permissions_sql},
    {"openapi.yaml", openapi_yaml, sizeof openapi_yaml},
    {"pages/dashboard/balances.js", pages_dashboard_balances_js, sizeof pages_dashboard_balances_js},
    {"pages/dashboard/charts.js", pages_dashboard_charts_js, sizeof pages_dashboard_charts_js},
    {"pages/dashboard/checkout.js", pages_dashboard_checkout_js, sizeof pages_dashboard_checkout_js},
    {"pages/dashboard/checkouts.js", pages_dashboard_checkouts_js, sizeof pages_dashboard_checkouts_js},
    {"pages/dashboard/coupons.js", pages_dashboard_coupons_js, sizeof pages_dashboard_coupons_js},
    {"pages/dashboard/customers.js", pages_dashboard_customers_js, sizeof pages_dashboard_customers_js},
    {"pages/dashboard/dashboard.css", pages_dashboard_dashboard_css, sizeof pages_dashboard_dashboard_css},
    {"pages/dashboard/dom.js", pages_dashboard_dom_js, sizeof pages_dashboard_dom_js},
    {"pages/dashboard/forms.js", pages_dashboard_forms_js, sizeof pages_dashboard_forms_js},
    {"pages/dashboard/index.html", pages_dashboard_index_html, sizeof pages_dashboard_index_html},
    {"pages/dashboard/invoice.js", pages_dashboard_invoice_js, sizeof pages_dashboard_invoice_js},
    {"pages/dashboard/keys.js", pages_dashboard_keys_js, sizeof pages_dashboard_keys_js},
    {"pages/dashboard/main.js", pages_dashboard_main_js, sizeof pages_dashboard_main_js},
    {"pages/dashboard/overview.js", pages_dashboard_overview_js, sizeof pages_dashboard_overview_js},
    {"pages/dashboard/passes.js", pages_dashboard_passes_js, sizeof pages_dashboard_passes_js},
    {"pages/dashboard/server.js", pages_dashboard_server_js, sizeof pages_dashboard_server_js},
    {"pages/dashboard/settings.js", pages_dashboard_settings_js, sizeof pages_dashboard_settings_js},
    {"pages/dashboard/subscriptions.js", pages_dashboard_subscriptions_js, sizeof pages_dashboard_subscriptions_js},
    {"pages/dashboard/table.js", pages_dashboard_table_js, sizeof pages_dashboard_table_js},
    {"pages/dashboard/webhooks.js", pages_dashboard_webhooks_js, sizeof pages_dashboard_webhooks_js},
    {"pages/demo/barcode.js", pages_demo_barcode_js, sizeof pages_demo_barcode_js},
    {"pages/demo/club-words.js", pages_demo_club_words_js, sizeof pages_demo_club_words_js},
    {"pages/demo/club.js", pages_demo_club_js, sizeof pages_demo_club_js},
    {"pages/demo/gift-words.js", pages_demo_gift_words_js, sizeof pages_demo_gift_words_js},
    {"pages/demo/gift.css", pages_demo_gift_css, sizeof pages_demo_gift_css},
    {"pages/demo/gift.js", pages_demo_gift_js, sizeof pages_demo_gift_js},
    {"pages/demo/index.html", pages_demo_index_html, sizeof pages_demo_index_html},
    {"pages/demo/shop.css", pages_demo_shop_css, sizeof pages_demo_shop_css},
    {"pages/demo/shop.js", pages_demo_shop_js, sizeof pages_demo_shop_js},
    {"pages/demo/toast.svg", pages_demo_toast_svg, sizeof pages_demo_toast_svg},
    {"pages/demo/words.js", pages_demo_words_js, sizeof pages_demo_words_js},
    {"pages/gift/de.lproj/pass.strings", pages_gift_de_lproj_pass_strings, sizeof pages_gift_de_lproj_pass_strings},
    {"pages/gift/en.lproj/pass.strings", pages_gift_en_lproj_pass_strings, sizeof pages_gift_en_lproj_pass_strings},
    {"pages/gift/es.lproj/pass.strings", pages_gift_es_lproj_pass_strings, sizeof pages_gift_es_lproj_pass_strings},
    {"pages/gift/fr.lproj/pass.strings", pages_gift_fr_lproj_pass_strings, sizeof pages_gift_fr_lproj_pass_strings},
    {"pages/gift/icon.png", pages_gift_icon_png, sizeof pages_gift_icon_png},
    {"pages/gift/icon@2x.png", pages_gift_icon_2x_png, sizeof pages_gift_icon_2x_png},
    {"pages/gift/icon@3x.png", pages_gift_icon_3x_png, sizeof pages_gift_icon_3x_png},
    {"pages/gift/it.lproj/pass.strings", pages_gift_it_lproj_pass_strings, sizeof pages_gift_it_lproj_pass_strings},
    {"pages/gift/ja.lproj/pass.strings", pages_gift_ja_lproj_pass_strings, sizeof pages_gift_ja_lproj_pass_strings},
    {"pages/gift/ko.lproj/pass.strings", pages_gift_ko_lproj_pass_strings, sizeof pages_gift_ko_lproj_pass_strings},
    {"pages/gift/logo.png", pages_gift_logo_png, sizeof pages_gift_logo_png},
    {"pages/gift/logo@2x.png", pages_gift_logo_2x_png, sizeof pages_gift_logo_2x_png},
    {"pages/gift/logo@3x.png", pages_gift_logo_3x_png, sizeof pages_gift_logo_3x_png},
    {"pages/gift/nl.lproj/pass.strings", pages_gift_nl_lproj_pass_strings, sizeof pages_gift_nl_lproj_pass_strings},
    {"pages/gift/pass.json", pages_gift_pass_json, sizeof pages_gift_pass_json},
    {"pages/gift/pt.lproj/pass.strings", pages_gift_pt_lproj_pass_strings, sizeof pages_gift_pt_lproj_pass_strings},
    {"pages/gift/strip.png", pages_gift_strip_png, sizeof pages_gift_strip_png},
    {"pages/gift/strip@2x.png", pages_gift_strip_2x_png, sizeof pages_gift_strip_2x_png},
    {"pages/gift/strip@3x.png", pages_gift_strip_3x_png, sizeof pages_gift_strip_3x_png},
    {"pages/gift/zh-Hans.lproj/pass.strings", pages_gift_zh_Hans_lproj_pass_strings, sizeof pages_gift_zh_Hans_lproj_pass_strings},
    {"pages/gift/zh-Hant.lproj/pass.strings", pages_gift_zh_Hant_lproj_pass_strings, sizeof pages_gift_zh_Hant_lproj_pass_strings},
    {"pages/pay/index.html", pages_pay_index_html, sizeof pages_pay_index_html},
    {"pages/pay/pay.css", pages_pay_pay_css, sizeof pages_pay_pay_css},
    {"pages/pay/pay.js", pages_pay_pay_js, sizeof pages_pay_pay_js},
    {"pages/pay/words.js", pages_pay_words_js, sizeof pages_pay_words_js},
    {"pages/paysheet/1-words.js", pages_paysheet_1_words_js, sizeof pages_paysheet_1_words_js},
    {"pages/paysheet/2-checkout.js", pages_paysheet_2_checkout_js, sizeof pages_paysheet_2_checkout_js},
    {"pages/paysheet/3-conversation.js", pages_paysheet_3_conversation_js, sizeof pages_paysheet_3_conversation_js},
    {"pages/paysheet/4-wallet.js", pages_paysheet_4_wallet_js, sizeof pages_paysheet_4_wallet_js},
    {"pages/paysheet/5-view.js", pages_paysheet_5_view_js, sizeof pages_paysheet_5_view_js},
    {"pages/paysheet/6-fields.js", pages_paysheet_6_fields_js, sizeof pages_paysheet_6_fields_js},
    {"pages/paysheet/7-sheet.js", pages_paysheet_7_sheet_js, sizeof pages_paysheet_7_sheet_js},
    {"pages/paysheet/8-codes.js", pages_paysheet_8_codes_js, sizeof pages_paysheet_8_codes_js},
    {"pages/paysheet/9-paysheet.js", pages_paysheet_9_paysheet_js, sizeof pages_paysheet_9_paysheet_js},
    {"pages/paysheet/paysheet.d.ts", pages_paysheet_paysheet_d_ts, sizeof pages_paysheet_paysheet_d_ts},
    {"pages/shared/announcements.js", pages_shared_announcements_js, sizeof pages_shared_announcements_js},
    {"pages/shared/dom.js", pages_shared_dom_js, sizeof pages_shared_dom_js},
    {"pages/shared/draw.js", pages_shared_draw_js, sizeof pages_shared_draw_js},
    {"pages/shared/icon.svg", pages_shared_icon_svg, sizeof pages_shared_icon_svg},
    {"pages/shared/live.js", pages_shared_live_js, sizeof pages_shared_live_js},
    {"pages/shared/pay.js", pages_shared_pay_js, sizeof pages_shared_pay_js},
    {"pages/shared/preview.png", pages_shared_preview_png, sizeof pages_shared_preview_png},
    {"pages/shared/server.js", pages_shared_server_js, sizeof pages_shared_server_js},
    {"pages/shared/shared.css", pages_shared_shared_css, sizeof pages_shared_shared_css},
    {"pages/shared/shared.js", pages_shared_shared_js, sizeof pages_shared_shared_js},
    {"pages/shared/sheet.js", pages_shared_sheet_js, sizeof pages_shared_sheet_js},
    {"pages/shared/words.js", pages_shared_words_js, sizeof pages_shared_words_js},
    {"pages/shared/words.json", pages_shared_words_json, sizeof pages_shared_words_json},
#if __has_embed("../../../.paysheet/vendor/swagger-ui/swagger-ui-bundle.js")
    {"swagger-ui/swagger-ui-bundle.js", swagger_ui_swagger_ui_bundle_js, sizeof swagger_ui_swagger_ui_bundle_js},
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/swagger-ui.css")
    {"swagger-ui/swagger-ui.css", swagger_ui_swagger_ui_css, sizeof swagger_ui_swagger_ui_css},
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/favicon-32x32.png")
    {"swagger-ui/favicon-32x32.png", swagger_ui_favicon_32x32_png, sizeof swagger_ui_favicon_32x32_png},
#endif
#if __has_embed("../../../.paysheet/vendor/swagger-ui/LICENSE")
    {"swagger-ui/LICENSE", swagger_ui_LICENSE, sizeof swagger_ui_LICENSE},
#endif
    {0, 0, 0},
};
