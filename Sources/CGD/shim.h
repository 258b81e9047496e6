#pragma once
#include <gd.h>

// libgd writes what is wrong with a picture to standard error, where only our own log lines belong. The caller is told by the
// result.
static inline void ps_gd_say_nothing(int level, const char *format, va_list words) {
    (void)level, (void)format, (void)words;
}
static inline void ps_gd_be_silent(void) { gdSetErrorMethod(ps_gd_say_nothing); }
