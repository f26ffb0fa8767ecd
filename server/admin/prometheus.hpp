#pragma once
/// Text in the exposition format of Prometheus, version 0.0.4, for scrapers of GET /metrics.
/// 1. All samples of a family follow its HELP and TYPE lines. begin() starts a family; the samples after it belong to it.
/// 2. Names follow the conventions that `promtool check metrics` checks: base units, and _total for counters.
#include <cstdint>
#include <string>
#include <string_view>

#include "server/lateness.hpp"

namespace albireo::server {

class PrometheusText {
  public:
    /// `kind`: counter, gauge or histogram.
    void begin(std::string_view family, std::string_view kind, std::string_view help);
    /// `labels`: such as shard="0",state="running"; they must be escaped. Empty: none.
    void sample(std::string_view labels, std::uint64_t value);
    void sample(std::string_view labels, double value);
    /// The buckets, sum and count of a histogram. A value times `unit` is in the family's unit. The buckets end at
    /// 2^bits_least − 1, …, 2^bits_most − 1, where their counts are exact.
    void histogram(std::string_view labels, const Lateness::Summary& values, double unit, std::size_t bits_least, std::size_t bits_most);

    const std::string& text() const { return text_; }

  private:
    void line(std::string_view suffix, std::string_view labels, const std::string& more, const std::string& value);

    std::string family_;
    std::string text_;
};

}  // namespace albireo::server
