/* The words of a certificate's own lines (docs/certificates.md). */
#ifndef PLUMB_CERTIFICATE_FORMAT_H
#define PLUMB_CERTIFICATE_FORMAT_H

#define CERTIFICATE_MARK "; plumb-certificate "
#define CERTIFICATE_VERSION "version "
#define CERTIFICATE_PROGRAM "program "
#define CERTIFICATE_INVARIANTS "invariants "
#define CERTIFICATE_UNIVERSAL "universal "
#define CERTIFICATE_UNROLLING "unrolling "
#define CERTIFICATE_LOOP "loop "
#define CERTIFICATE_CONDITION "condition "
#define CERTIFICATE_MEASURE "measure "
#define CERTIFICATE_CONTRACTS "contracts "
#define CERTIFICATE_UNIVERSAL_CONTRACTS "universal-contracts "
#define CERTIFICATE_CONTRACT "contract "
#define CERTIFICATE_REQUIRES "requires "
#define CERTIFICATE_ENSURES "ensures "
#define CERTIFICATE_END "end"

enum { CERTIFICATE_FORMAT = 2 };

#endif
