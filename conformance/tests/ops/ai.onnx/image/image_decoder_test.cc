#include <unistd.h>

#include <cstdio>
#include <functional>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::image_decoder_test {
namespace {

Tensor bytes(const std::vector<int>& values) {
  return tensor(DType::uint8, {values.size()}, {values.begin(), values.end()});
}

Tensor bytes(std::string_view text) {
  std::vector<int> values;
  for (const char c : text) values.push_back(static_cast<unsigned char>(c));
  return bytes(values);
}

std::string decoded(const Tensor& encoded, const char* pixel_format = "RGB") {
  return show(OneNode("ImageDecoder", 20).set("pixel_format", pixel_format).run({encoded}));
}

// Two pixels side by side: red 1, green 2, blue 3; red 250, green 100, blue 0.
const std::string_view pair{"P6 2 1 255\n\x01\x02\x03\xFA\x64\x00", 17};

// The same as BMP of 24 bits: 54 bytes of headers, then blue, green, red, padded to 8 bytes.
const std::vector<int> bitmap{'B', 'M', 62, 0, 0, 0, 0,  0,  0, 0, 54,  0,   0,  0, 40, 0,
                              0,   0,   2,  0, 0, 0, 1,  0,  0, 0, 1,   0,   24, 0, 0,  0,
                              0,   0,   8,  0, 0, 0, 19, 11, 0, 0, 19,  11,  0,  0, 0,  0,
                              0,   0,   0,  0, 0, 0, 3,  2,  1, 0, 100, 250, 0,  0};

// A PNG of one pixel whose header has a checksum of zeros.
const std::vector<int> damaged_png{
    0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,  0,   0,   1,
    0,    0,   0,   1,   8,  0,  0,  0,  0, 0, 0, 0,  0,   0,   0,   0,   11, 'I', 'D', 'A',
    'T',  0,   0,   0,   0,  0,  0,  0,  0, 0, 0, 0,  0,   0,   0,   0,   0,  0,   0,   0};

// What goes to standard error meanwhile.
std::string printed(const std::function<void()>& act) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file);
  const int before = dup(STDERR_FILENO);
  std::fflush(stderr);
  dup2(fileno(file), STDERR_FILENO);
  act();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

// A TIFF file of one pixel of 8 bits, which is 77, as it stands in the file if it is not
// compressed.
std::vector<int> tiff(int compression) {
  std::vector<int> file{'I', 'I', 42, 0, 8, 0, 0, 0, 9, 0};
  // A field: tag, type SHORT, one value.
  const auto field = [&](int tag, int value) {
    const std::vector<int> more{tag % 256, tag / 256, 3,           0,           1, 0,
                                0,         0,         value % 256, value / 256, 0, 0};
    file.insert(file.end(), more.begin(), more.end());
  };
  field(256, 1);  // width
  field(257, 1);  // height
  field(258, 8);  // bits of a sample
  field(259, compression);
  field(262, 1);    // 0 is black
  field(273, 122);  // where the pixels are
  field(277, 1);    // samples of a pixel
  field(278, 1);    // lines
  field(279, 1);    // bytes of pixels
  for (const int byte : {0, 0, 0, 0, 77}) file.push_back(byte);
  return file;
}

}  // namespace

TEST_CASE("ImageDecoder reads portable pixmaps in three pixel formats") {
  CHECK(decoded(bytes(pair)) == "uint8[1, 2, 3] 1 2 3 250 100 0");
  CHECK(decoded(bytes(pair), "BGR") == "uint8[1, 2, 3] 3 2 1 0 100 250");
  // 0.299 · 1 + 0.587 · 2 + 0.114 · 3 = 1.815; 0.299 · 250 + 0.587 · 100 = 133.45
  CHECK(decoded(bytes(pair), "Grayscale") == "uint8[1, 2, 1] 2 133");
}

TEST_CASE("ImageDecoder reads text pixmaps and graymaps and bitmaps of the portable format") {
  CHECK(decoded(bytes("P3\n1 1\n255\n7 8 9\n")) == "uint8[1, 1, 3] 7 8 9");
  CHECK(decoded(bytes("P2\n2 1\n255\n7 200\n")) == "uint8[1, 2, 3] 7 7 7 200 200 200");
  CHECK(decoded(bytes("P2\n2 1\n255\n7 200\n"), "Grayscale") == "uint8[1, 2, 1] 7 200");
  CHECK(decoded(bytes("P1 1 1 1")) == "uint8[1, 1, 3] 0 0 0");
  CHECK(decoded(bytes("P1\n2 1\n0 1\n")) == "uint8[1, 2, 3] 255 255 255 0 0 0");
}

TEST_CASE("ImageDecoder reads BMP") {
  CHECK(decoded(bytes(bitmap)) == "uint8[1, 2, 3] 1 2 3 250 100 0");
}

TEST_CASE("A TIFF file with a compression that libtiff lacks is unsupported not an empty matrix") {
  CHECK(decoded(bytes(tiff(1))) == "uint8[1, 1, 3] 77 77 77");
  // JPEG 2000, of which no libtiff has a reader.
  CHECK(OneNode("ImageDecoder", 20).error({bytes(tiff(34712))}) ==
        "Unsupported: ImageDecoder-20 (output 'y0'): encoded_stream is a TIFF file with the "
        "compression 34712, which this installation's libtiff does not read");
  std::vector<int> cut = tiff(5);  // LZW
  cut.pop_back();
  CHECK(decoded(bytes(cut)) == "uint8[0, 0, 3]");
}

TEST_CASE("What cannot be decoded is an empty matrix") {
  CHECK(decoded(bytes(std::vector<int>{})) == "uint8[0, 0, 3]");
  CHECK(decoded(bytes("P6"), "Grayscale") == "uint8[0, 0, 1]");
  CHECK(decoded(bytes("no image at all, but a text")) == "uint8[0, 0, 3]");
  CHECK(decoded(bytes(pair.substr(0, 14)), "BGR") == "uint8[0, 0, 3]");
  CHECK(decoded(bytes("GIF89a\x01\x00\x01\x00\x00\x00\x00;...")) == "uint8[0, 0, 3]");
  std::vector<int> cut = bitmap;
  cut.resize(56);
  CHECK(decoded(bytes(cut)) == "uint8[0, 0, 3]");
}

TEST_CASE("The libraries that read images print nothing of what is wrong with one") {
  CHECK(printed([] { std::fputs("words", stderr); }) == "words");
  std::vector<std::string> results;
  const std::string words = printed([&] {
    results = {decoded(bytes(damaged_png)), decoded(bytes("\xFF\xD8\xFF\xD9")),
               decoded(bytes("P5 2 1 256\n123456"))};
  });
  CHECK(words == "");
  CHECK(results == std::vector<std::string>(3, "uint8[0, 0, 3]"));
}

TEST_CASE("ImageDecoder refuses images beyond the memory limit before decoding") {
  CHECK_THROWS_AS(OneNode("ImageDecoder", 20).run({bytes("P6 99999 99999 255\n\x01\x02\x03")}),
                  LimitExceeded);
  // A JPEG 2000 codestream that says it is 65535 by 65535.
  std::vector<int> lying{0, 0, 0, 12, 'j', 'P', ' ', ' ', 13, 10, 0x87, 10};
  const auto append = [&](const std::vector<int>& more) {
    lying.insert(lying.end(), more.begin(), more.end());
  };
  append({0, 0, 0, 20, 'f', 't', 'y', 'p', 'j', 'p', '2', ' ', 0, 0, 0, 0, 'j', 'p', '2', ' '});
  append(
      {0, 0, 0, 45, 'j', 'p', '2', 'h', 0, 0, 0, 22, 'i', 'h', 'd', 'r', 0, 0, 0, 1, 0, 0, 0, 1});
  append({0, 3, 7, 7, 0, 0, 0, 0, 0, 15, 'c', 'o', 'l', 'r', 1, 0, 0, 0, 0, 0, 16});
  append({0, 0, 0, 0, 'j', 'p', '2', 'c', 0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0});
  append({0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0});
  append(std::vector<int>(64, 0));
  CHECK_THROWS_AS(OneNode("ImageDecoder", 20).run({bytes(lying)}), LimitExceeded);
}

TEST_CASE("ImageDecoder refuses other pixel formats and ranks") {
  CHECK(OneNode("ImageDecoder", 20).set("pixel_format", "RGBA").error({bytes(pair)}) ==
        "InvalidInput: ImageDecoder-20 (output 'y0'): pixel_format is 'RGBA'; it may be RGB, BGR, "
        "Grayscale");
  CHECK(OneNode("ImageDecoder", 20).error({tensor(DType::uint8, {}, {1})}) ==
        "InvalidInput: ImageDecoder-20 (output 'y0'): encoded_stream has rank 0, not 1");
}

}  // namespace etalon::test::image_decoder_test
