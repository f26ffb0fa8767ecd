#pragma once
/// The secret that the operator's programs send as "Authorization: Bearer SECRET". It is read from a file, so that no list of
/// processes shows it.
#include <string>
#include <string_view>

namespace albireo::server {

class Bearer {
  public:
    static constexpr std::size_t kBytesMin = 16, kBytesMax = 512;

    /// Reads the secret: one line of kBytesMin to kBytesMax printable characters without spaces. Returns an empty string, or
    /// the error; then nothing changes.
    std::string read(const std::string& path);
    bool is_set() const { return !secret_.empty(); }
    const std::string& secret() const { return secret_; }
    /// Whether the header's value contains the secret. The time taken does not depend on how much of it is right.
    bool opens(std::string_view authorization) const;

  private:
    std::string secret_;
};

}  // namespace albireo::server
