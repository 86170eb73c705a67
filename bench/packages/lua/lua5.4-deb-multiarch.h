/* Debian's build writes this header; the folder only occurs in the search path of Lua's modules. */
#ifndef LUA_DEB_MULTIARCH_H
#define LUA_DEB_MULTIARCH_H

#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"

#endif
