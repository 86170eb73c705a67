/* What expat's build would find on Linux, with its defaults. */
#ifndef EXPAT_CONFIG_H
#define EXPAT_CONFIG_H

#define BYTEORDER 1234
#define HAVE_GETRANDOM
#define XML_CONTEXT_BYTES 1024
#define XML_DEV_URANDOM
#define XML_DTD 1
#define XML_NS

#endif
