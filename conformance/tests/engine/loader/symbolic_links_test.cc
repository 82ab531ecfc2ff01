// External data behind symbolic links, in a cache as Hugging Face's tools lay it out.
#include <unistd.h>

#include <atomic>
#include <thread>

#include "conformance/tests/engine/loader/loading.h"
#include "engine/loader/open_beneath.h"

namespace etalon::symbolic_links_test {
namespace {

namespace fs = std::filesystem;

// hub/models--a/{blobs/1234, snapshots/rev/model.onnx → ../../blobs/…}, a second model's cache next
// to it, and a secret outside of both.
struct Cache {
  TemporaryFolder outside;
  fs::path root = outside.path() / "models--a";
  fs::path snapshot = root / "snapshots/rev";

  Cache() {
    write_in(outside, "secret", "\1\2");
    write_in(outside, "models--b/blobs/1", "\1\2");
    write_in(outside, "models--a/blobs/1234", "\3\4");
    fs::create_directories(snapshot / "deep");
  }
  // snapshots/rev/NAME → TARGET
  void link(const std::string& name, const std::string& target) const {
    fs::remove(snapshot / name);
    fs::create_symlink(target, snapshot / name);
  }
  Tensor read(const std::string& location, SymbolicLinks links, const fs::path& folder) const {
    return read_tensor(message<onnx::TensorProto>(
                           "name: 'w' dims: 2 data_type: 2 data_location: EXTERNAL external_data { "
                           "key: 'location' value: '" +
                           location + "' }"),
                       {folder, links});
  }
  std::string with_option(const std::string& location) const {
    return refusal([&] {
      const Tensor w = read(location, SymbolicLinks::within_cache, snapshot);
      CHECK(w.ints() == std::vector<int64_t>{3, 4});
    });
  }
  std::string without_option(const std::string& location) const {
    return refusal([&] { read(location, SymbolicLinks::refused, snapshot); });
  }
};

const std::string front = "InvalidModel: tensor 'w': external data ";

TEST_CASE("External data behind a link within its cache opens only where links are allowed") {
  const Cache cache;
  cache.link("model.onnx_data", "../../blobs/1234");
  CHECK(cache.with_option("model.onnx_data") == "");
  CHECK(cache.without_option("model.onnx_data") ==
        front +
            "'model.onnx_data' cannot be opened: its path contains a symbolic link "
            "(--allow-symlinks allows links within a model's cache)");
  cache.link("deep/data", "../../../blobs/1234");
  CHECK(cache.with_option("deep/data") == "");
  cache.link("chain", "model.onnx_data");
  CHECK(cache.with_option("chain") == "");
}

TEST_CASE("A model that is itself a link is loaded with its data") {
  const Cache cache;
  const std::string bytes = model_bytes(
      "initializer { name: 'w' dims: 2 data_type: 2 data_location: EXTERNAL external_data { key: "
      "'location' value: 'model.onnx_data' } }");
  write_in(cache.outside, "models--a/blobs/5678", bytes);
  cache.link("model.onnx", "../../blobs/5678");
  cache.link("model.onnx_data", "../../blobs/1234");
  const auto load = [&](SymbolicLinks links) {
    return load_model(cache.snapshot / "model.onnx", {}, links);
  };
  CHECK(load(SymbolicLinks::within_cache).graph.initializers.at("w").tensor().size() == 2);
  CHECK_THROWS_AS(load(SymbolicLinks::refused), InvalidModel);
}

TEST_CASE("Links out of the cache are refused where links are allowed") {
  const Cache cache;
  const std::string out = " cannot be opened: its symbolic link is absolute or leads out of '" +
                          cache.root.native() + "'";
  const auto expect_out = [&](const std::string& target) {
    INFO(target);
    cache.link("data", target);
    CHECK(cache.with_option("data") == front + "'data'" + out);
    CHECK(cache.without_option("data") ==
          front + "'data' cannot be opened: its path contains a symbolic link");
  };
  expect_out("../../../secret");
  expect_out("../../../models--b/blobs/1");
  expect_out("/etc/passwd");
  expect_out((cache.root / "blobs/1234").string());  // absolute, although within
  expect_out("/proc/self/fd/0");
  cache.link("hop", "../../../secret");
  expect_out("hop");
  cache.link("folder", "../../..");
  CHECK(cache.with_option("folder/secret") == front + "'folder/secret'" + out);
}

TEST_CASE("Links to what is no plain file are refused where links are allowed") {
  const Cache cache;
  cache.link("folder", "../../blobs");
  CHECK(cache.with_option("folder") == front + "'folder' is not a regular file");
  cache.link("dangling", "../../blobs/none");
  CHECK(cache.with_option("dangling") ==
        front + "'dangling' cannot be opened: No such file or directory");
  cache.link("round", "round");
  CHECK(cache.with_option("round") ==
        front + "'round' cannot be opened: Too many levels of symbolic links");
}

TEST_CASE("A hard link opens where links are allowed; behind a symbolic link too") {
  const Cache cache;
  cache.link("data", "../../blobs/1234");
  fs::create_hard_link(cache.root / "blobs/1234", cache.snapshot / "hard");
  CHECK(cache.with_option("data") == "");
  CHECK(cache.with_option("hard") == "");
  CHECK(cache.without_option("hard") ==
        front + "'hard' is a hard link: the file has 2 names (--allow-symlinks opens it)");
}

TEST_CASE("Outside a cache no link is followed") {
  const Cache cache;
  const std::string why =
      " cannot be opened: its path contains a symbolic link, and the model is not in a cache, a "
      "folder with 'blobs' and 'snapshots'";
  const fs::path plain = cache.outside.path() / "plain";
  fs::create_directories(plain);
  fs::create_symlink("../models--a/blobs/1234", plain / "data");
  CHECK(refusal([&] { cache.read("data", SymbolicLinks::within_cache, plain); }) ==
        front + "'data'" + why);
  // Beside the snapshots, and in a folder whose `blobs` is a link.
  fs::create_symlink("1234", cache.root / "blobs/data");
  CHECK(refusal([&] { cache.read("data", SymbolicLinks::within_cache, cache.root / "blobs"); }) ==
        front + "'data'" + why);
  fs::create_directories(plain / "snapshots/rev");
  fs::create_directory_symlink("../models--a/blobs", plain / "blobs");
  fs::create_symlink("../../blobs/1234", plain / "snapshots/rev/data");
  CHECK(refusal([&] {
          cache.read("data", SymbolicLinks::within_cache, plain / "snapshots/rev");
        }) == front + "'data'" + why);
}

TEST_CASE("A link that changes all the time never leads to the secret") {
  const Cache cache;
  cache.link("data", "../../blobs/1234");
  fs::create_symlink("../../blobs/1234", cache.snapshot / "good");
  fs::create_symlink("../../../secret", cache.snapshot / "bad");
  std::atomic<bool> done = false;
  std::thread swapping([&] {
    for (size_t i = 0; !done; ++i) {
      const fs::path next = cache.snapshot / "next";
      fs::copy_symlink(cache.snapshot / (i % 2 == 0 ? "bad" : "good"), next);
      fs::rename(next, cache.snapshot / "data");
    }
  });
  for (int i = 0; i < 2000; ++i) cache.with_option("data");
  done = true;
  swapping.join();
}

}  // namespace
}  // namespace etalon::symbolic_links_test
