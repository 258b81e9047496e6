#include "CJSON.h"
extern "C" int paysheet_json_placeholder(void) { return 0; }
