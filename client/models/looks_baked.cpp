// The looks of the game as the build has read them: look_bytes.hpp. For the replay page, in place of look_reader.cpp.
#include "client/models/look_bytes.hpp"
#include "client/models/look_reader.hpp"

namespace albireo::models {

std::span<const std::uint8_t> baked_looks();

std::shared_ptr<const LookBook> builtin_looks() {
    static const auto looks = std::make_shared<const LookBook>(looks_of(baked_looks()));
    return looks;
}

}  // namespace albireo::models
