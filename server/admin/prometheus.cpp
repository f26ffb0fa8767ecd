#include "server/admin/prometheus.hpp"

#include <fmt/format.h>

#include <cassert>

namespace albireo::server {

void PrometheusText::begin(std::string_view family, std::string_view kind, std::string_view help) {
    assert(text_.find(fmt::format("# TYPE {} ", family)) == std::string::npos && "a family appears once");
    family_ = family;
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", family, help, family, kind);
}

void PrometheusText::line(std::string_view suffix, std::string_view labels, const std::string& more, const std::string& value) {
    assert(!family_.empty() && "a sample belongs to a family");
    text_ += family_;
    text_ += suffix;
    if (!labels.empty() || !more.empty()) text_ += fmt::format("{{{}{}{}}}", labels, !labels.empty() && !more.empty() ? "," : "", more);
    text_ += ' ' + value + '\n';
}

void PrometheusText::sample(std::string_view labels, std::uint64_t value) { line("", labels, "", std::to_string(value)); }

void PrometheusText::sample(std::string_view labels, double value) { line("", labels, "", fmt::format("{}", value)); }

void PrometheusText::histogram(std::string_view labels, const Lateness::Summary& values, double unit, std::size_t bits_least,
                               std::size_t bits_most) {
    assert(bits_least <= bits_most && "a histogram has at least one bound");
    for (std::size_t bits = bits_least; bits <= bits_most; ++bits) {
        const double bound = static_cast<double>((std::uint64_t{1} << bits) - 1) * unit;
        line("_bucket", labels, fmt::format("le=\"{:.9g}\"", bound), std::to_string(values.count_below_power(bits)));
    }
    assert(values.count_below_power(bits_most) <= values.count && "the last bucket has every value");
    line("_bucket", labels, "le=\"+Inf\"", std::to_string(values.count));
    line("_sum", labels, "", fmt::format("{:.9g}", static_cast<double>(values.sum) * unit));
    line("_count", labels, "", std::to_string(values.count));
}

}  // namespace albireo::server
