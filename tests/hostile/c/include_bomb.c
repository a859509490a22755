// hostile: includes itself until the compiler has no time
// exit: 0 3 4
// seconds: 60
#ifndef DEPTH
#define DEPTH 0
#endif
#if __INCLUDE_LEVEL__ < 150
#include __FILE__
#include __FILE__
#endif

static int unused_here;
