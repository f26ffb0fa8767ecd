#pragma once
/// Counts of whole numbers from 0 to the limit; larger values count as the limit. Adding a value allocates nothing.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace albireo::client {

class Histogram {
  public:
    explicit Histogram(std::size_t limit) : counts_(limit + 1) {}

    /// Values below 0 count as 0.
    void add(std::int64_t value);
    std::uint64_t count() const { return count_; }
    std::int64_t max() const { return max_; }
    /// The smallest value v such that at least `permille` thousandths of all values are at most v; 0 if there are no
    /// values.
    std::int64_t at_permille(int permille) const;

  private:
    std::vector<std::uint64_t> counts_;
    std::uint64_t count_ = 0;
    std::int64_t max_ = 0;
};

}  // namespace albireo::client
