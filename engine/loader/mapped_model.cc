#include "engine/loader/mapped_model.h"

#include <fcntl.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <sys/stat.h>

#include <climits>

#include "engine/loader/file.h"
#include "engine/loader/wire.h"
#include "engine/values/mapped.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

using google::protobuf::internal::WireFormatLite;

constexpr size_t least_part = size_t{1} << 16;   // smaller raw_data is parsed
constexpr size_t least_total = size_t{1} << 20;  // a file with less raw_data in large parts is read

std::string length_prefix(int length) {
  std::string bytes;
  for (auto rest = static_cast<unsigned>(length); bytes.empty() || rest > 0; rest >>= 7) {
    bytes.push_back(static_cast<char>((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0)));
  }
  return bytes;
}

}  // namespace

// Reads tags and lengths, nothing else.
class MappedModel::Walk {
 public:
  // A field of a message: where its tag begins, its contents begin, and it ends.
  struct Field {
    int begin, contents, end;
    int size() const { return end - contents; }
  };
  // An initializer, and its raw_data.
  struct Part {
    int index;
    Field tensor, raw;
    // What is left of the initializer's contents.
    int rest() const { return tensor.size() - (raw.end - raw.begin); }
  };

  explicit Walk(std::string_view bytes)
      : in_(reinterpret_cast<const uint8_t*>(bytes.data()), static_cast<int>(bytes.size())) {
    in_.SetTotalBytesLimit(INT_MAX);
  }

  // False unless the bytes are fields, with one graph, whose initializers have raw_data once.
  bool model() {
    int graphs = 0;
    const bool fields = each_field([&](int number, const Field& field) {
      if (number != onnx::ModelProto::kGraphFieldNumber) return true;
      graph_ = field;
      return ++graphs == 1 && within(field, [&] { return graph(); });
    });
    return fields && graphs == 1;
  }

  // The same of a tensor by itself: false unless the bytes are fields.
  bool tensor() { return tensor(0, {0, 0, INT_MAX}); }

  const Field& graph_field() const { return graph_; }
  const std::vector<Part>& parts() const { return parts_; }
  // What is left of the graph's contents without the parts.
  int length_of_graph() const {
    int length = graph_.size();
    for (const Part& part : parts_) {
      length -= part.tensor.end - part.tensor.begin;
      length += 1 + static_cast<int>(length_prefix(part.rest()).size()) + part.rest();
    }
    return length;
  }
  size_t total() const { return total_; }

 private:
  bool graph() {
    int index = 0;
    return each_field([&](int number, const Field& field) {
      if (number != onnx::GraphProto::kInitializerFieldNumber) return true;
      return within(field, [&] { return tensor(index++, field); });
    });
  }

  bool tensor(int index, const Field& tensor) {
    int given = 0;
    Field raw{};
    const bool fields = each_field([&](int number, const Field& field) {
      if (number != onnx::TensorProto::kRawDataFieldNumber) return true;
      raw = field;
      return ++given == 1;
    });
    if (fields && given == 1 && static_cast<size_t>(raw.size()) >= least_part) {
      parts_.push_back({index, tensor, raw});
      total_ += static_cast<size_t>(raw.size());
    }
    return fields;
  }

  // Calls visit(number, field) for each field with contents and skips what it leaves; passes over
  // the other fields. False if the bytes end early or a visit gives false. Tags of several bytes
  // are refused where their numbers need one, so that each field is what a parser takes it for.
  template <class F>
  bool each_field(F&& visit) {
    for (;;) {
      const int begin = in_.CurrentPosition();
      const uint32_t tag = in_.ReadTag();
      if (tag == 0) return in_.ConsumedEntireMessage();
      const int number = WireFormatLite::GetTagFieldNumber(tag);
      if (number == 0 || (number < 16 && in_.CurrentPosition() != begin + 1)) return false;
      if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
        if (!pass_over(tag)) return false;
        continue;
      }
      int length = 0;
      if (!in_.ReadVarintSizeAsInt(&length)) return false;
      const int contents = in_.CurrentPosition();
      if (length > INT_MAX - contents || !visit(number, Field{begin, contents, contents + length}))
        return false;
      if (!in_.Skip(contents + length - in_.CurrentPosition())) return false;
    }
  }

  bool pass_over(uint32_t tag) {
    uint64_t ignored;
    switch (WireFormatLite::GetTagWireType(tag)) {
      case WireFormatLite::WIRETYPE_VARINT:
        return in_.ReadVarint64(&ignored);
      case WireFormatLite::WIRETYPE_FIXED64:
        return in_.Skip(8);
      case WireFormatLite::WIRETYPE_FIXED32:
        return in_.Skip(4);
      default:
        return false;
    }
  }

  template <class F>
  bool within(const Field& field, F&& read) {
    const auto limit = in_.PushLimit(field.size());
    const bool good = read();
    in_.PopLimit(limit);
    return good && in_.CurrentPosition() == field.end;
  }

  google::protobuf::io::CodedInputStream in_;
  Field graph_{};
  std::vector<Part> parts_;
  size_t total_ = 0;
};

std::optional<TensorPieces> tensor_pieces(std::string_view bytes) {
  if (bytes.size() < least_part || bytes.size() > INT_MAX) return std::nullopt;
  MappedModel::Walk walk(bytes);
  if (!walk.tensor() || walk.parts().empty()) return std::nullopt;
  const auto& raw = walk.parts()[0].raw;
  const auto begin = static_cast<size_t>(raw.begin), end = static_cast<size_t>(raw.end);
  return TensorPieces{
      {bytes.substr(0, begin), bytes.substr(end)},
      bytes.substr(static_cast<size_t>(raw.contents), static_cast<size_t>(raw.size()))};
}

std::optional<MappedModel> MappedModel::of(const std::filesystem::path& file) {
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!descriptor.valid() || ::fstat(descriptor.get(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_size > INT_MAX) return std::nullopt;
  const auto size = static_cast<size_t>(status.st_size);
  if (size < least_total) return std::nullopt;
  const std::shared_ptr<const std::byte> mapped = map_file(descriptor.get(), 0, size);
  if (!mapped) return std::nullopt;
  return of({reinterpret_cast<const char*>(mapped.get()), size}, mapped);
}

std::optional<MappedModel> MappedModel::of(std::string_view bytes) { return of(bytes, nullptr); }

std::optional<MappedModel> MappedModel::of(std::string_view bytes,
                                           const std::shared_ptr<const std::byte>& file) {
  if (bytes.size() < least_total || bytes.size() > INT_MAX) return std::nullopt;
  Walk walk(bytes);
  if (!walk.model() || walk.total() < least_total) return std::nullopt;
  MappedModel model;
  model.leave_out(bytes, walk, file);
  return model;
}

void MappedModel::leave_out(std::string_view bytes, const Walk& walk,
                            const std::shared_ptr<const std::byte>& file) {
  int at = 0;
  const auto up_to = [&](int end) {
    pieces_.push_back(bytes.substr(static_cast<size_t>(at), static_cast<size_t>(end - at)));
    at = end;
  };
  const auto with_length = [&](const Walk::Field& field, int length) {
    up_to(field.begin + 1);  // the tag
    pieces_.push_back(lengths_.emplace_back(length_prefix(length)));
    at = field.contents;
  };
  with_length(walk.graph_field(), walk.length_of_graph());
  for (const Walk::Part& part : walk.parts()) {
    const auto size = static_cast<size_t>(part.raw.size());
    const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
    initializers_[part.index] = {{file, first + part.raw.contents}, size, file != nullptr};
    with_length(part.tensor, part.rest());
    up_to(part.raw.begin);
    at = part.raw.end;
  }
  up_to(static_cast<int>(bytes.size()));
  for (const std::string_view piece : pieces_) size_ += piece.size();
}

bool MappedModel::parse(google::protobuf::MessageLite& message) const {
  return try_parse_message(pieces_, message);
}

}  // namespace etalon
