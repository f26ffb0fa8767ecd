#pragma once
/// The IPv4 address of a host. A separate thread resolves it, and may outlive this object: a name server may take seconds.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace albireo::proto {

class NameLookup {
  public:
    explicit NameLookup(const std::string& host);

    bool is_done() const { return found_->done; }
    /// In network byte order; 0: the host has no address. Requires is_done().
    std::uint32_t address() const { return found_->address; }
    /// "192.0.2.7"; "0.0.0.0" if the host has no address. Requires is_done().
    std::string text() const;

  private:
    struct Found {
        std::uint32_t address = 0;  // written before `done`
        std::atomic<bool> done{false};
    };
    std::shared_ptr<Found> found_;
};

}  // namespace albireo::proto
