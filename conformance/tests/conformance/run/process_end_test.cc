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

TEST_CASE("escape sequences of another program's text go as a whole") {
  CHECK(one_line("\x1b[33mWARNING [0m]\x1b[0m: x") == "WARNING ]: x");
  CHECK(one_line("[1;31mE [n,m] [3] [33mx") == "E [n,m] [3] x");  // whose ESC was lost
  CHECK(one_line("a\x1b[38;2;1;2;3mb\x1b[K\x1b[?25lc\x1b[1 qd") == "abcd");
  CHECK(one_line("\x1b]0;title\x07 a \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\") == "a link");
  CHECK(one_line("\x1b]0;title\nnext") == "next");  // a sequence without an end ends with the line
  CHECK(one_line("\x1bPq#0\x1b\\a\x1b(Bb\x1b=c\x1b"
                 "7d") == "abcd");
  CHECK(one_line("\xc2\x9b"
                 "31ma\xc2\x9d"
                 "0;t\xc2\x9c"
                 "b") == "ab");  // C1 controls
  CHECK(one_line("\xff\x1b[31m\x1b]0;\xff\x07z\x1b") == "\\xffz");
  CHECK(key_line("\x1b[31mE\x1b[0m first\nmore") == "E first");
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
