#pragma once
/// How many each home (IpAddress::home()) has of something. Holds an entry only for homes that have some.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace albireo::proto {

class HomeCounts {
  public:
    std::size_t of(std::uint64_t home) const {
        const auto found = counts_.find(home);
        return found == counts_.end() ? 0 : found->second;
    }
    void add(std::uint64_t home) { ++counts_[home]; }
    void remove(std::uint64_t home) {
        const auto found = counts_.find(home);
        assert(found != counts_.end() && "what is removed was added");
        if (--found->second == 0) counts_.erase(found);
    }

  private:
    std::unordered_map<std::uint64_t, std::size_t> counts_;
};

}  // namespace albireo::proto
