#include "engine/loader/wire.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/message_lite.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <climits>
#include <deque>
#include <new>
#include <vector>

#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

// A graph inside a graph is three messages deeper (graph, node, attribute). This limit allows more
// than max_nesting graphs, so that the loader's own check reports too deep a nesting.
constexpr int deepest_message = 400;
static_assert(deepest_message > 4 * max_nesting);

constexpr uint64_t most_bytes = INT_MAX;  // protobuf's own limit

bool parse_stream(google::protobuf::io::ZeroCopyInputStream& stream,
                  google::protobuf::MessageLite& message) {
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(INT_MAX);
  coded.SetRecursionLimit(deepest_message);
  try {
    return message.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
  } catch (const std::bad_alloc&) {
    throw LimitExceeded("{}", out_of_memory());
  }
}

[[noreturn]] void refuse(std::string_view what) {
  throw InvalidModel("{} is not a valid ONNX protobuf: truncated, malformed or nested too deeply",
                     what);
}

void check_size(uint64_t size, std::string_view what) {
  if (size <= most_bytes) return;
  throw InvalidModel("{} has {} bytes, more than the 2 GiB of a protobuf message", what, size);
}

}  // namespace

google::protobuf::ArenaOptions budget_blocks() {
  google::protobuf::ArenaOptions options;
  options.start_block_size = 1 << 10;
  options.max_block_size = 1 << 20;
  options.block_alloc = &allocate;
  options.block_dealloc = &deallocate;
  return options;
}

size_t message_size(const std::string& file) {
  std::error_code unreadable;
  const auto size = std::filesystem::file_size(file, unreadable);
  return unreadable ? 0 : size;
}

bool try_parse_message(std::string_view bytes, google::protobuf::MessageLite& message) {
  if (bytes.size() > most_bytes) return false;
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  return parse_stream(stream, message);
}

bool try_parse_message(std::span<const std::string_view> pieces,
                       google::protobuf::MessageLite& message) {
  using namespace google::protobuf::io;
  std::deque<ArrayInputStream> streams;
  std::vector<ZeroCopyInputStream*> all;
  for (const std::string_view piece : pieces) {
    all.push_back(&streams.emplace_back(piece.data(), static_cast<int>(piece.size())));
  }
  ConcatenatingInputStream stream(all.data(), static_cast<int>(all.size()));
  return parse_stream(stream, message);
}

void parse_message(std::string_view bytes, std::string_view what,
                   google::protobuf::MessageLite& message) {
  check_size(bytes.size(), what);
  if (!try_parse_message(bytes, message)) refuse(what);
}

void parse_file(const std::string& file, std::string_view what,
                google::protobuf::MessageLite& message) {
  const auto shown = [&] { return in_quotes(file); };
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::array<char, 1 << 14> small;
  if (const size_t size = read_if_small(descriptor, small)) {
    if (!try_parse_message({small.data(), size}, message))
      refuse(fmt::format("{} {}", what, shown()));
    return;
  }
  struct stat status {};
  if (!descriptor.valid() || ::fstat(descriptor.get(), &status) != 0) {
    throw InvalidModel("cannot read {}: {}", shown(), system_message(errno));
  }
  if (!S_ISREG(status.st_mode)) throw InvalidModel("cannot read {}: not a regular file", shown());
  if (status.st_size == 0) throw InvalidModel("{} {} is an empty file", what, shown());
  check_size(static_cast<uint64_t>(status.st_size), what);
  google::protobuf::io::FileInputStream stream(descriptor.get());
  const bool complete = parse_stream(stream, message);
  const int problem = stream.GetErrno();
  if (problem != 0) throw InvalidModel("cannot read {}: {}", shown(), system_message(problem));
  if (!complete) refuse(fmt::format("{} {}", what, shown()));
}

}  // namespace etalon
