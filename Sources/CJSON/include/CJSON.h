#pragma once
#ifdef __cplusplus
extern "C"
#endif
int paysheet_json_placeholder(void);
