/* Etalon's C interface: model bytes in, serialized values in and out, no C++ types across it.
 *
 * Values are serialized as ONNX's official test data: a TensorProto, SequenceProto, OptionalProto,
 * MapProto or SparseTensorProto, as the model declares the input or output. All functions may be
 * called from any thread; a model may be used by several at once. No function throws. */
#ifndef ETALON_C_INTERFACE_H
#define ETALON_C_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ETALON_OK = 0,
  ETALON_INVALID_MODEL = 1,
  ETALON_INVALID_INPUT = 2,
  ETALON_UNSPECIFIED = 3,
  ETALON_UNSUPPORTED = 4,
  ETALON_LIMIT_EXCEEDED = 5,
  ETALON_INTERNAL_ERROR = 6
} EtalonStatus;

typedef struct EtalonModel EtalonModel;

/* A named value. In inputs, all three fields are the caller's. In outputs they are Etalon's, valid
 * until etalon_free_outputs. */
typedef struct {
  const char* name;
  const void* bytes;
  size_t size;
} EtalonValue;

/* "0.1.0" */
const char* etalon_version(void);

/* The sentence of this thread's last failure; "" when there was none. */
const char* etalon_message(void);

/* Reads and checks a model. `folder` is where its external data lies, or NULL: then a model with
 * external data is refused. On success *model is to be given to etalon_free_model. */
EtalonStatus etalon_parse_model(const void* bytes, size_t size, const char* folder,
                                EtalonModel** model);
void etalon_free_model(EtalonModel* model);

/* The graph's inputs, those with an initializer included, and its outputs, in order. NULL past the
 * end. */
const char* etalon_input_name(const EtalonModel* model, size_t index);
const char* etalon_output_name(const EtalonModel* model, size_t index);

/* Evaluates the graph. Inputs with an initializer may be left out. `max_memory` is in bytes; 0 is
 * the default limit. On success *outputs holds *output_count values in the graph's order, to be
 * given to etalon_free_outputs; on failure *outputs is NULL. */
EtalonStatus etalon_run(const EtalonModel* model, const EtalonValue* inputs, size_t input_count,
                        uint64_t max_memory, EtalonValue** outputs, size_t* output_count);
void etalon_free_outputs(EtalonValue* outputs, size_t output_count);

#ifdef __cplusplus
}
#endif

#endif
