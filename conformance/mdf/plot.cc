#include "conformance/mdf/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "conformance/common/markup.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr double width = 900;
constexpr double height = 480;
constexpr double left = 80;
constexpr double right = 650;
constexpr double top = 48;
constexpr double bottom = 420;
constexpr double greatest_drawn = 1e300;
constexpr double least = 1e-300;      // of a range that is more than a point
constexpr size_t longest_label = 26;  // characters

// Okabe and Ito's palette, which the colour-blind can tell apart.
constexpr std::array<std::string_view, 8> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#000000", "#b8a800"};
// Past the palette's end the lines are dashed.
constexpr std::array<std::string_view, 4> dashes = {"", "7 3", "2 3", "9 3 2 3"};

bool drawable(double value) { return std::abs(value) <= greatest_drawn; }

std::string escaped(std::string_view text) { return markup_text(text, "\uFFFD"); }

std::string shortened(const std::string& text) {
  const std::optional<std::u32string> codes = decode_utf8(text);
  if (!codes || codes->size() <= longest_label) return text;
  std::string result;
  for (size_t i = 0; i + 1 < longest_label; ++i) append_utf8((*codes)[i], result);
  return result + "…";
}

struct AxisRange {
  double low = 0;
  double high = 0;
};

// The finite values' range, widened where it is (nearly) one point.
AxisRange range_of(const std::vector<const std::vector<double>*>& columns) {
  double low = greatest_drawn;
  double high = -greatest_drawn;
  for (const std::vector<double>* column : columns) {
    for (const double value : *column) {
      if (!drawable(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) return {0, 1};
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low > size * 1e-9 && high - low > least) return {low, high};
  const double half = size <= least ? 1 : size / 10;
  return {low - half, high + half};
}

// The least of 1, 2, 5 times a power of ten that makes at most `most` steps of the range.
double tick_step(const AxisRange& range, double most) {
  const double least = (range.high - range.low) / most;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1, 2, 5}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

std::vector<double> ticks(const AxisRange& range, double most) {
  const double step = tick_step(range, most);
  std::vector<double> values;
  const double last = std::floor(range.high / step + 1e-9);
  for (double k = std::ceil(range.low / step - 1e-9); k <= last; ++k) {
    values.push_back(k == 0 ? 0 : k * step);
  }
  return values;
}

// The range from tick to tick.
AxisRange rounded_out(const AxisRange& range, double most) {
  const double step = tick_step(range, most);
  return {std::floor(range.low / step) * step, std::ceil(range.high / step) * step};
}

struct Point {
  double x, y;  // in the picture
};

class Picture {
 public:
  explicit Picture(const Plot& plot) : plot_(plot), x_(range_of({&plot.x})) {
    std::vector<const std::vector<double>*> columns;
    for (const PlotLine& line : plot.lines) columns.push_back(&line.y);
    y_ = rounded_out(range_of(columns), most_y_ticks);
  }

  std::string text() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n"
        "<title>{2}</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        width, height, escaped(plot_.title));
    write_text({left, 28}, "start", plot_.title, " font-size=\"16\" font-weight=\"bold\"");
    draw_grid();
    for (size_t i = 0; i < plot_.lines.size(); ++i) draw_line(i);
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  static constexpr double most_x_ticks = 10;
  static constexpr double most_y_ticks = 8;

  Point place(double x, double y) const {
    return {left + (x - x_.low) / (x_.high - x_.low) * (right - left),
            bottom - (y - y_.low) / (y_.high - y_.low) * (bottom - top)};
  }

  void write_text(Point at, std::string_view anchor, std::string_view text,
                  std::string_view more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", at.x,
                        at.y, anchor, more, escaped(text));
  }

  void draw_rule(Point from, Point to, std::string_view colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", from.x,
        from.y, to.x, to.y, colour);
  }

  void draw_grid() {
    for (const double value : ticks(x_, most_x_ticks)) {
      const double x = place(value, y_.low).x;
      draw_rule({x, top}, {x, bottom}, "#e4e4e4");
      draw_rule({x, bottom}, {x, bottom + 5}, "#333333");
      write_text({x, bottom + 20}, "middle", fmt::format("{:.6g}", value));
    }
    for (const double value : ticks(y_, most_y_ticks)) {
      const double y = place(x_.low, value).y;
      draw_rule({left, y}, {right, y}, "#e4e4e4");
      draw_rule({left - 5, y}, {left, y}, "#333333");
      write_text({left - 9, y + 4.5}, "end", fmt::format("{:.6g}", value));
    }
    draw_rule({left, bottom}, {right, bottom}, "#333333");
    draw_rule({left, top}, {left, bottom}, "#333333");
    write_text({(left + right) / 2, bottom + 44}, "middle", plot_.x_label);
  }

  static std::string stroke(size_t line) {
    const std::string_view dash = dashes.at(line / colours.size() % dashes.size());
    return fmt::format("stroke=\"{}\" stroke-width=\"1.6\"{}", colours.at(line % colours.size()),
                       dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
  }

  // Of the points that fall into one column of the picture only those that its outline needs.
  static std::vector<Point> thinned(const std::vector<Point>& points) {
    std::vector<Point> kept;
    for (size_t first = 0; first < points.size();) {
      size_t last = first;
      size_t low = first;
      size_t high = first;
      while (last + 1 < points.size() &&
             std::floor(points[last + 1].x) == std::floor(points[first].x)) {
        ++last;
        if (points[last].y < points[low].y) low = last;
        if (points[last].y > points[high].y) high = last;
      }
      std::array<size_t, 4> outline = {first, low, high, last};
      std::sort(outline.begin(), outline.end());
      const auto* end = std::unique(outline.begin(), outline.end());
      for (const auto* i = outline.begin(); i != end; ++i) kept.push_back(points[*i]);
      first = last + 1;
    }
    return kept;
  }

  void draw_piece(const std::vector<Point>& points, size_t line) {
    if (points.empty()) return;
    if (points.size() == 1) {
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                          points[0].x, points[0].y, colours.at(line % colours.size()));
      return;
    }
    out_ +=
        fmt::format("<polyline fill=\"none\" stroke-linejoin=\"round\" {} points=\"", stroke(line));
    for (const Point& point : thinned(points))
      out_ += fmt::format("{:.1f},{:.1f} ", point.x, point.y);
    out_.back() = '"';
    out_ += "/>\n";
  }

  void draw_line(size_t line) {
    const std::vector<double>& y = plot_.lines[line].y;
    std::vector<Point> piece;
    for (size_t i = 0; i < plot_.x.size() && i < y.size(); ++i) {
      if (drawable(y[i])) {
        piece.push_back(place(plot_.x[i], y[i]));
      } else {
        draw_piece(piece, line);
        piece.clear();
      }
    }
    draw_piece(piece, line);
  }

  void draw_legend() {
    constexpr double x = right + 20;
    constexpr double step = 20;
    for (size_t i = 0; i < plot_.lines.size(); ++i) {
      const double y = top + 10 + step * static_cast<double>(i);
      out_ +=
          fmt::format("<line x1=\"{0:.1f}\" y1=\"{2:.1f}\" x2=\"{1:.1f}\" y2=\"{2:.1f}\" {3}/>\n",
                      x, x + 22, y, stroke(i));
      write_text({x + 28, y + 4.5}, "start", shortened(plot_.lines[i].label));
    }
  }

  const Plot& plot_;
  AxisRange x_, y_;
  std::string out_;
};

}  // namespace

std::string svg(const Plot& plot) { return Picture(plot).text(); }

}  // namespace etalon
