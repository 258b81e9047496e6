#pragma once
#include <gd.h>

// libgd writes errors in pictures to standard error, which is reserved for our own log lines. The
// caller sees the failure in the result.
static inline void ps_gd_say_nothing(int level, const char *format, va_list words) {
    (void)level, (void)format, (void)words;
}
static inline void ps_gd_be_silent(void) { gdSetErrorMethod(ps_gd_say_nothing); }
