// Preloaded into the command by scripts/test_faults.py: counts the calls that change files under a
// folder, and lets one of them fail as on a full or broken disk.
//
//   FAULT_UNDER   the folder, absolute, without symbolic links
//   FAULT_STATE   a file of 8 counters of 64 bits, one for each kind of call, of all processes
//   FAULT_KIND    the kind that fails: its number below
//   FAULT_AT      which call of the kind, from 1 on; 0: none
//   FAULT_STAYS   set: all later calls of the kind fail, too
//   FAULT_ERRNO   what it fails with; 0: a write that takes half of the bytes
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum Kind { of_open, of_write, of_close, of_rename, of_mkdir, of_sync, of_truncate, kinds };

static _Atomic uint64_t* counters;
static const char* under;
static int kind, error;
static uint64_t at;
static int stays;

static void* next(const char* name) { return dlsym(RTLD_NEXT, name); }

static long number(const char* name) {
  const char* text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
  const char* state = getenv("FAULT_STATE");
  const char* folder = getenv("FAULT_UNDER");
  if (!state || !folder) return;
  int (*system_open)(const char*, int, ...) = next("open");
  int (*system_close)(int) = next("close");
  const int file = system_open(state, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void* mapped = mmap(NULL, 8 * kinds, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  system_close(file);
  if (mapped == MAP_FAILED) return;
  kind = (int)number("FAULT_KIND");
  at = (uint64_t)number("FAULT_AT");
  error = (int)number("FAULT_ERRNO");
  stays = getenv("FAULT_STAYS") != NULL;
  under = folder;
  counters = mapped;
}

static int is_under(const char* path) {
  const size_t length = counters ? strlen(under) : 0;
  return length && strncmp(path, under, length) == 0 && (path[length] == '/' || !path[length]);
}

static int names_file_under(int folder, const char* path) {
  if (!counters || !path) return 0;
  char whole[2 * PATH_MAX + 2];
  if (path[0] == '/') return is_under(path);
  char base[PATH_MAX];
  if (folder == AT_FDCWD) {
    if (!getcwd(base, sizeof base)) return 0;
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t size = readlink(link, base, sizeof base - 1);
    if (size < 0) return 0;
    base[size] = 0;
  }
  snprintf(whole, sizeof whole, "%s/%s", base, path);
  return is_under(whole);
}

// Of a regular file that is open for writing.
static int is_file_under(int descriptor) {
  if (!counters || descriptor <= 2) return 0;
  char link[64], path[PATH_MAX];
  const int saved = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  int yes = 0;
  if (size > 0) {
    path[size] = 0;
    int (*system_fcntl)(int, int, ...) = next("fcntl");
    yes = is_under(path) && (system_fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  }
  errno = saved;
  return yes;
}

// Counts a call of this kind; true if it is to fail, with errno set.
static int fails(int of) {
  const uint64_t count = atomic_fetch_add(&counters[of], 1) + 1;
  if (of != kind || at == 0) return 0;
  if (count != at && !(stays && count > at)) return 0;
  errno = error;
  return 1;
}

static int opens_for_writing(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_ACCMODE) != O_RDONLY;
}

#define OPEN(name, declared, folder, ...)                                               \
  int name declared {                                                                   \
    va_list rest;                                                                       \
    va_start(rest, flags);                                                              \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;       \
    va_end(rest);                                                                       \
    if (opens_for_writing(flags) && names_file_under(folder, path) && fails(of_open)) { \
      return -1;                                                                        \
    }                                                                                   \
    return ((int(*) declared)next(#name))(__VA_ARGS__, flags, mode);                    \
  }
OPEN(open, (const char* path, int flags, ...), AT_FDCWD, path)
OPEN(open64, (const char* path, int flags, ...), AT_FDCWD, path)
OPEN(openat, (int folder, const char* path, int flags, ...), folder, folder, path)
OPEN(openat64, (int folder, const char* path, int flags, ...), folder, folder, path)

ssize_t write(int descriptor, const void* bytes, size_t size) {
  ssize_t (*system_write)(int, const void*, size_t) = next("write");
  if (is_file_under(descriptor) && fails(of_write)) {
    if (error != 0) return -1;
    size = size > 1 ? size / 2 : size;
  }
  return system_write(descriptor, bytes, size);
}

ssize_t writev(int descriptor, const struct iovec* pieces, int count) {
  ssize_t (*system_writev)(int, const struct iovec*, int) = next("writev");
  if (is_file_under(descriptor) && fails(of_write) && error != 0) return -1;
  return system_writev(descriptor, pieces, count);
}

ssize_t copy_file_range(int from, off64_t* at_from, int to, off64_t* at_to, size_t size,
                        unsigned flags) {
  ssize_t (*system_copy)(int, off64_t*, int, off64_t*, size_t, unsigned) = next("copy_file_range");
  if (is_file_under(to) && fails(of_write) && error != 0) return -1;
  return system_copy(from, at_from, to, at_to, size, flags);
}

ssize_t sendfile(int to, int from, off_t* offset, size_t size) {
  ssize_t (*system_send)(int, int, off_t*, size_t) = next("sendfile");
  if (is_file_under(to) && fails(of_write) && error != 0) return -1;
  return system_send(to, from, offset, size);
}

int close(int descriptor) {
  int (*system_close)(int) = next("close");
  const int fault = is_file_under(descriptor) && fails(of_close);
  const int result = system_close(descriptor);
  if (!fault) return result;
  errno = error;
  return -1;
}

int rename(const char* from, const char* to) {
  int (*system_rename)(const char*, const char*) = next("rename");
  if (names_file_under(AT_FDCWD, to) && fails(of_rename)) return -1;
  return system_rename(from, to);
}

int mkdir(const char* path, mode_t mode) {
  int (*system_mkdir)(const char*, mode_t) = next("mkdir");
  if (names_file_under(AT_FDCWD, path) && fails(of_mkdir)) return -1;
  return system_mkdir(path, mode);
}

char* mkdtemp(char* pattern) {
  char* (*system_mkdtemp)(char*) = next("mkdtemp");
  if (names_file_under(AT_FDCWD, pattern) && fails(of_mkdir)) return NULL;
  return system_mkdtemp(pattern);
}

#define SYNC(name, of)                                     \
  int name(int descriptor) {                               \
    int (*system_call)(int) = next(#name);                 \
    if (is_file_under(descriptor) && fails(of)) return -1; \
    return system_call(descriptor);                        \
  }
SYNC(fsync, of_sync)
SYNC(fdatasync, of_sync)

int ftruncate(int descriptor, off_t size) {
  int (*system_truncate)(int, off_t) = next("ftruncate");
  if (is_file_under(descriptor) && fails(of_truncate)) return -1;
  return system_truncate(descriptor, size);
}
