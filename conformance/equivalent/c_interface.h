/* Whether a rewritten model is the same function, in C: libetalon_equivalent beside libetalon,
 * whose statuses it gives (engine/c_interface.h). All functions may be called from any thread. None
 * throws. */
#ifndef ETALON_EQUIVALENT_C_INTERFACE_H
#define ETALON_EQUIVALENT_C_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/c_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What `etalon equivalent --help` says of them. All zero: the usual ones. */
typedef struct {
  size_t cases;        /* how many inputs are drawn; 0: 16 */
  uint32_t seed;       /* of what is drawn */
  int quick;           /* 1: without the sampled evaluations */
  const char* within;  /* "snr=30" and the like, for rewrites that change values; or NULL */
  uint64_t max_memory; /* in bytes; 0: half of the machine's */
} EtalonEquivalentOptions;

/* Compares two serialized models without external data. `options` may be NULL. On success *pass is
 * 1 if the second is the same function as far as inputs show, else 0; and *report is what
 * `etalon equivalent --format json` prints, which the caller must release with etalon_free_report.
 * On failure *report is NULL, and etalon_equivalent_message tells why. A difference is no failure.
 */
EtalonStatus etalon_equivalent(const void* before, size_t before_size, const void* after,
                               size_t after_size, const EtalonEquivalentOptions* options, int* pass,
                               char** report);
/* The same of files; external data is in their folders. */
EtalonStatus etalon_equivalent_files(const char* before, const char* after,
                                     const EtalonEquivalentOptions* options, int* pass,
                                     char** report);
void etalon_free_report(char* report);

/* The error message of this thread's last call of these; "" if it succeeded. */
const char* etalon_equivalent_message(void);

#ifdef __cplusplus
}
#endif

#endif
