#include "CAssets.h"
int paysheet_assets_placeholder(void) { return 0; }
