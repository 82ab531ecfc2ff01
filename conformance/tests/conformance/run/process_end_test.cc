#include "conformance/run/process_end.h"

#include "conformance/tests/catch.h"

namespace etalon::process_end_test {
namespace {

TEST_CASE("the most informative line of a process's output") {
  CHECK(key_line("") == "");
  CHECK(key_line("warning\nmore\n") == "warning");
  CHECK(key_line("a\nx.cc:3: runtime error: overflow\nb") == "x.cc:3: runtime error: overflow");
  CHECK(key_line("a\n  what():  std::bad_alloc") == "  what():  std::bad_alloc");
  CHECK(key_line("Traceback (most recent call last):\n  File \"a\"\nValueError: 3\n\n") ==
        "ValueError: 3");
}

TEST_CASE("text of other programs becomes one line") {
  CHECK(one_line("") == "");
  CHECK(one_line(" a\n\tb\x01 c \n") == "a b c");
  CHECK(one_line("caf\xc3\xa9") == "caf\xc3\xa9");
  CHECK(one_line("0123456789", 10) == "0123456789");
  CHECK(one_line("0123456789A", 10) == "01234 … 6789A");
  // Characters of UTF-8 are kept whole: each of these takes two bytes.
  CHECK(one_line("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 6) == "\xc3\xa9 … \xc3\xa9");
}

TEST_CASE("how a process ended") {
  CHECK(exit_text(0) == "exited with code 0");
  CHECK(exit_text(7 << 8) == "exited with code 7");
  CHECK(exit_text(9) == "killed by signal 9 (Killed)");
}

TEST_CASE("one line of another program's text has no marks that change how text is shown") {
  CHECK(one_line("a\n\u202eb\u2066 \xff") == "a \\xe2\\x80\\xaeb\\xe2\\x81\\xa6 \\xff");
}

}  // namespace
}  // namespace etalon::process_end_test
