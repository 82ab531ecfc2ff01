/* Compares a model with a rewritten copy, in C. The library libetalon_equivalent uses libetalon and
 * returns its statuses (engine/c_interface.h). All functions may be called from any thread. No
 * function throws. */
#ifndef ETALON_EQUIVALENT_C_INTERFACE_H
#define ETALON_EQUIVALENT_C_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/c_interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The options of `etalon equivalent`; its --help explains them. Fields that are zero have the
 * defaults. */
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
 * On failure *report is NULL, and etalon_equivalent_message says why. A difference is not
 * a failure. */
EtalonStatus etalon_equivalent(const void* before, size_t before_size, const void* after,
                               size_t after_size, const EtalonEquivalentOptions* options, int* pass,
                               char** report);
/* Compares two model files; their external data is in the files' folders. */
EtalonStatus etalon_equivalent_files(const char* before, const char* after,
                                     const EtalonEquivalentOptions* options, int* pass,
                                     char** report);
void etalon_free_report(char* report);

/* The error message of this thread's last call of a function above; "" if it succeeded. */
const char* etalon_equivalent_message(void);

#ifdef __cplusplus
}
#endif

#endif
