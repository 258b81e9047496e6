#pragma once
int paysheet_assets_placeholder(void);
