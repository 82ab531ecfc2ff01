#include "engine/values/kept_storage.h"

#include <thread>
#include <vector>

#include "conformance/tests/text.h"
#include "engine/values/limits.h"

namespace etalon::test::kept_storage_test {
namespace {

constexpr size_t KiB = 1024, MiB = 1024 * KiB;

// Each test begins with a thread that keeps nothing.
template <class Action>
void in_new_thread(Action action) {
  std::thread(action).join();
}

}  // namespace

TEST_CASE("Storage of 64 KiB and more is kept and of 4 MiB no longer") {
  CHECK(!kept_storage::is_for(64 * KiB - 1));
  CHECK(kept_storage::is_for(64 * KiB));
  CHECK(kept_storage::is_for(4 * MiB - 1));
  CHECK(!kept_storage::is_for(4 * MiB));
}

TEST_CASE("Kept storage serves sizes from half its own to its own") {
  size_t kept_at_first = 1, kept = 0, kept_at_last = 1, size = 0;
  std::vector<void*> refused, taken;
  void* storage = nullptr;
  in_new_thread([&] {
    kept_at_first = kept_storage::kept();
    storage = kept_storage::make(300 * KiB);
    kept_storage::keep(storage);
    kept = kept_storage::kept();
    for (const size_t bytes : {150 * KiB - 1, 300 * KiB + 1}) {
      refused.push_back(kept_storage::take(bytes));
    }
    for (const size_t bytes : {150 * KiB, 256 * KiB, 300 * KiB}) {
      taken.push_back(kept_storage::take(bytes));
      size = kept_storage::size(taken.back());
      kept_at_last = kept_storage::kept();
      kept_storage::keep(taken.back());
    }
  });
  CHECK(kept_at_first == 0);
  CHECK(kept == 300 * KiB);
  CHECK(refused == std::vector<void*>{nullptr, nullptr});
  CHECK(taken == std::vector<void*>{storage, storage, storage});
  CHECK(size == 300 * KiB);
  CHECK(kept_at_last == 0);
}

TEST_CASE("A thread keeps 16 MiB at most") {
  size_t kept = 0, kept_after_one_more = 0;
  in_new_thread([&] {
    std::vector<void*> storages(8);
    for (void*& storage : storages) storage = kept_storage::make(2 * MiB);
    void* one_more = kept_storage::make(64 * KiB);
    for (void* storage : storages) kept_storage::keep(storage);
    kept = kept_storage::kept();
    kept_storage::keep(one_more);
    kept_after_one_more = kept_storage::kept();
  });
  CHECK(kept == 16 * MiB);
  CHECK(kept_after_one_more == 64 * KiB);
}

TEST_CASE("An array from another thread is kept by the one that ends its life") {
  size_t kept = 0;
  Reals array;
  in_new_thread([&] { array = empty_array<double>({64, 1024}); });
  in_new_thread([&] {
    array = Reals();
    kept = kept_storage::kept();
  });
  CHECK(kept == 512 * KiB);
}

TEST_CASE("Kept storage is not charged and is charged with its own size when it is used again") {
  std::vector<std::string> refusals;
  in_new_thread([&] {
    const auto array_of = [](size_t bytes) {
      return empty_array<double>({bytes / sizeof(double)});
    };
    { array_of(MiB); }
    // The array of 600 KiB takes the whole MiB.
    for (const size_t rest : {300 * KiB, 200 * KiB}) {
      const LimitScope scope(memory_of(MiB + 600 * KiB + 250 * KiB));
      refusals.push_back(refusal([&] {
        const Reals first = array_of(600 * KiB), second = array_of(600 * KiB);
        array_of(rest);
      }));
    }
  });
  CHECK(refusals[0].starts_with("LimitExceeded: 307200 more bytes on top of 1663"));
  CHECK(refusals[1] == "");
}

TEST_CASE(
    "An array beside which kept storage does not fit the limit is made; the storage given back") {
  std::string refused = "not tried";
  size_t kept = 1;
  in_new_thread([&] {
    { empty_array<double>({128, 1024}); }
    const LimitScope scope(memory_of(3 * MiB));
    refused = refusal([&] {
      const Reals array = empty_array<double>({300, 1024});
      kept = kept_storage::kept();
    });
  });
  CHECK(refused == "");
  CHECK(kept == 0);
}

}  // namespace etalon::test::kept_storage_test
