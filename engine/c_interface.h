/* Etalon's C interface. It reads a model from bytes, takes and returns serialized values, and uses
 * no C++ types.
 *
 * Values are serialized as in ONNX's official test data: a TensorProto, SequenceProto,
 * OptionalProto, MapProto or SparseTensorProto, according to the declared type of the input or
 * output. All functions may be called from any thread. Several threads may use one model at the
 * same time. No function throws. */
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

/* A named value. In inputs, the caller owns `name` and `bytes`. In outputs, Etalon owns them, and
 * they are valid until etalon_free_outputs. */
typedef struct {
  const char* name;
  const void* bytes;
  size_t size;
} EtalonValue;

/* "0.1.0" */
const char* etalon_version(void);

/* The error message of this thread's last call that returns an EtalonStatus; "" if it succeeded. */
const char* etalon_message(void);

/* Reads and checks a model. `folder` contains the model's external data; if it is NULL, a model
 * with external data is refused. On success the caller must release *model with
 * etalon_free_model. */
EtalonStatus etalon_parse_model(const void* bytes, size_t size, const char* folder,
                                EtalonModel** model);
/* Reads and checks a model file; its external data is in the file's folder. Large weights stay in
 * the file, which must not change while the model exists: only the parts in use take memory. */
EtalonStatus etalon_load_model(const char* file, EtalonModel** model);
void etalon_free_model(EtalonModel* model);

/* The names of the graph's inputs (including those with an initializer) and outputs, in order. NULL
 * if `index` is past the end. */
const char* etalon_input_name(const EtalonModel* model, size_t index);
const char* etalon_output_name(const EtalonModel* model, size_t index);

/* Evaluates the graph. Inputs with an initializer may be left out. `max_memory` is in bytes; 0
 * selects the default limit. On success *outputs has *output_count values in the graph's order, and
 * the caller must release them with etalon_free_outputs. On failure *outputs is NULL. */
EtalonStatus etalon_run(const EtalonModel* model, const EtalonValue* inputs, size_t input_count,
                        uint64_t max_memory, EtalonValue** outputs, size_t* output_count);
/* As etalon_run, without the fast paths: every operator is evaluated by its formula alone. Slower;
 * proved results have the same bytes. */
EtalonStatus etalon_run_plain(const EtalonModel* model, const EtalonValue* inputs,
                              size_t input_count, uint64_t max_memory, EtalonValue** outputs,
                              size_t* output_count);
void etalon_free_outputs(EtalonValue* outputs, size_t output_count);

/* An open point of the specification (data/open_points) that an output depends on: where `mask` is
 * 1, the specification permits other elements than Etalon's. */
typedef struct {
  const char* output;  /* the output's name; it belongs to the model */
  const char* point;   /* "MaxPool.nan" */
  const char* node;    /* "MaxPool-12 'pool1'" */
  int depends;         /* 1 if the elements depend on the node's result, 0 if they are its result */
  int shape;           /* 1 if the output's shape is open, too */
  const uint8_t* mask; /* a byte for each element, row-major; NULL if the output has none */
  size_t element_count;
} EtalonOpenPoint;

/* As etalon_run, and also returns the elements that the specification leaves open. Where etalon_run
 * fails because some elements have no defined value, this function returns whole outputs. Only
 * tensors have open elements here. On success the caller must release *points with
 * etalon_free_open_points; on failure *outputs and *points are NULL. */
EtalonStatus etalon_run_open(const EtalonModel* model, const EtalonValue* inputs,
                             size_t input_count, uint64_t max_memory, EtalonValue** outputs,
                             size_t* output_count, EtalonOpenPoint** points, size_t* point_count);
void etalon_free_open_points(EtalonOpenPoint* points, size_t point_count);

#ifdef __cplusplus
}
#endif

#endif
