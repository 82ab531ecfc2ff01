/* A runtime as a shared library, for --backend so:FILE: the functions that it exports, in C.

   Etalon loads the library in a process of its own, from one thread, and calls
   etalon_backend_run for one model after the other. A crash, a hang and too much memory are the
   outcome of one case; a new process loads the library again. So are a call of exit() and an
   exception that leaves a function. The process ends without unloading the library. Whatever the
   library prints goes to standard error. This interface is version 1. */
#ifndef ETALON_BACKEND_H
#define ETALON_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum EtalonStatus {
  etalon_status_ok = 0,          /* every output has been given */
  etalon_status_unsupported = 1, /* the runtime does not support this */
  etalon_status_invalid = 2,     /* the runtime refuses the model or the inputs */
  etalon_status_error = 3        /* anything else went wrong */
};

struct EtalonInput {
  const char* name;
  const char* type; /* "tensor(float)", "seq(tensor(int64))", … */
  /* The serialized TensorProto, SequenceProto, OptionalProto, MapProto or SparseTensorProto. */
  const void* message;
  size_t message_size;
  /* Of a tensor that has no strings: as in TensorProto. The elements are little-endian, in
     row-major order, types of 2 and 4 bits packed. Otherwise elements is a null pointer. */
  int32_t data_type;
  size_t rank;
  const int64_t* dims;
  const void* elements;
  size_t elements_size;
};

struct EtalonOutput {
  const char* name;
  const char* type;
};

struct EtalonCall {
  const void* model; /* a serialized ModelProto without external data */
  size_t model_size;
  size_t input_count; /* those that have a value, in the order of the graph's inputs */
  const struct EtalonInput* inputs;
  size_t output_count; /* the graph's outputs, all of them, in order */
  const struct EtalonOutput* outputs;

  /* Each gives the output at a position, the first with the number 0; what it points to is copied.
   */
  void (*give_tensor)(void* sink, size_t output, int32_t data_type, size_t rank,
                      const int64_t* dims, const void* elements, size_t elements_size);
  void (*give_message)(void* sink, size_t output, const void* message, size_t message_size);
  /* One sentence, for reports. */
  void (*say)(void* sink, const char* sentence);
  void* sink;
};

/* Required. The version of this interface: 1. */
int etalon_backend_interface(void);
/* Required. The runtime's name; the version may be left out of the library, or a null pointer. */
const char* etalon_backend_name(void);
const char* etalon_backend_version(void);
/* Required. Runs a model once; returns an EtalonStatus. Nothing of the call may be used after. */
int etalon_backend_run(const struct EtalonCall* call);

#ifdef __cplusplus
}
#endif

#endif
