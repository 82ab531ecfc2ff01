#include "conformance/mdf/plot.h"

#include <cmath>
#include <limits>
#include <pugixml.hpp>

#include "conformance/tests/catch.h"

namespace etalon::plot_test {
namespace {

struct Drawing {
  pugi::xml_document document;
  std::vector<std::string> texts;
  std::vector<std::string> lines;  // the points of each polyline
  size_t circles = 0;
};

Drawing draw(const Plot& plot) {
  Drawing drawing;
  const pugi::xml_parse_result read = drawing.document.load_string(svg(plot).c_str());
  INFO(read.description());
  REQUIRE(read);
  for (const pugi::xml_node& node : drawing.document.child("svg").children()) {
    const std::string name = node.name();
    if (name == "text") drawing.texts.emplace_back(node.child_value());
    if (name == "polyline") drawing.lines.emplace_back(node.attribute("points").value());
    if (name == "circle") ++drawing.circles;
  }
  return drawing;
}

bool has_text(const Drawing& drawing, const std::string& text) {
  return std::find(drawing.texts.begin(), drawing.texts.end(), text) != drawing.texts.end();
}

TEST_CASE("MDF plot: lines go from corner to corner of the axes") {
  const Drawing drawing = draw({"title", "time", {0, 5, 10}, {{"y", {0, 5, 10}}}});
  REQUIRE(drawing.lines.size() == 1);
  CHECK(drawing.lines[0] == "80.0,420.0 365.0,234.0 650.0,48.0");
  for (const char* text : {"title", "time", "y", "0", "2", "4", "6", "8", "10"}) {
    CHECK(has_text(drawing, text));
  }
}

TEST_CASE("MDF plot: ticks are round numbers and zero is not negative zero") {
  const Drawing drawing = draw({"", "step", {0, 1, 2, 3}, {{"y", {-0.31, 0.07, 0.12, 0.29}}}});
  for (const char* text : {"-0.4", "-0.3", "-0.2", "-0.1", "0", "0.1", "0.2", "0.3"}) {
    CHECK(has_text(drawing, text));
  }
  CHECK_FALSE(has_text(drawing, "-0"));
}

TEST_CASE("MDF plot: a value that never changes has room around it") {
  const Drawing drawing = draw({"", "step", {0, 1}, {{"y", {5, 5}}}});
  CHECK(drawing.lines.at(0) == "80.0,234.0 650.0,234.0");
}

TEST_CASE("MDF plot: what is not finite breaks the line; a lone point is a dot") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Drawing drawing =
      draw({"", "step", {0, 1, 2, 3, 4, 5, 6}, {{"y", {0, 1, nan, 1, inf, 0, 1}}}});
  CHECK(drawing.lines.size() == 2);
  CHECK(drawing.circles == 1);
  CHECK(draw({"", "step", {0, 1}, {{"y", {nan, nan}}}}).lines.empty());
}

TEST_CASE("MDF plot: extreme values are drawn within the picture") {
  for (const double size : {1e-320, 1e-200, 1e299, 1e300, 1e308}) {
    const Drawing drawing = draw({"", "step", {0, 1, 2}, {{"y", {-size, 0, size}}}});
    INFO(size);
    CHECK(drawing.texts.size() < 40);
    for (const std::string& line : drawing.lines) CHECK(line.find("nan") == std::string::npos);
  }
  CHECK(draw({"", "step", {0}, {{"y", {1e15}}}}).circles == 1);
}

TEST_CASE("MDF plot: labels are escaped and shortened where they are long") {
  const Drawing drawing = draw({"<&\"'>",
                                "a<b",
                                {0, 1},
                                {{"A & <B>.x", {0, 1}},
                                 {"with a \x01 control", {1, 2}},
                                 {std::string(60, 'l'), {2, 3}},
                                 {"ééééééééééééééééééééééééééééééé", {3, 4}}}});
  CHECK(has_text(drawing, "<&\"'>"));
  CHECK(has_text(drawing, "a<b"));
  CHECK(has_text(drawing, "A & <B>.x"));
  CHECK(has_text(drawing, "with a \uFFFD control"));
  CHECK(has_text(drawing, std::string(25, 'l') + "…"));
  CHECK(has_text(drawing, "ééééééééééééééééééééééééé…"));
}

// 100,000 points in 570 columns of the picture: at most four for each, extremes included.
TEST_CASE("MDF plot: many points are thinned to what their outline needs") {
  Plot plot{"", "step", {}, {{"y", {}}}};
  for (int i = 0; i < 100'000; ++i) {
    plot.x.push_back(i);
    plot.lines[0].y.push_back(i == 54'321 ? 10 : std::sin(i));
  }
  const Drawing drawing = draw(plot);
  REQUIRE(drawing.lines.size() == 1);
  CHECK(std::count(drawing.lines[0].begin(), drawing.lines[0].end(), ',') <= 4 * 571);
  CHECK(drawing.lines[0].find(",48.0") != std::string::npos);
}

}  // namespace
}  // namespace etalon::plot_test
