#pragma once
/// Searches for controls with which a ship survives a recorded death: a beam search over steps of the real core, with the
/// collisions of the real client.
///
/// 1. A node is a world. It branches into the eight directions, fast and with focus, and no direction, each held for `hold` ticks.
/// 2. A branch ends in the first tick after which the client would report a death, or in which the core itself ends the ship.
/// 3. The ship does not fire and reports nothing. So a way out needs no kill and no bar, and shots that were in flight hit nothing.
/// 4. The partner's frames are the recorded ones. After the last of them the partner is absent, as after a lost connection.
/// 5. The answer depends on the arguments alone. A way that is found is proof; that none is found is not.
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "client/bot/rock_map.hpp"
#include "client/predict/reporter.hpp"
#include "tests/client/bot/recorded_death.hpp"

namespace albireo {

/// The buttons of each span of `hold` ticks: directions and kFocus.
using Way = std::vector<std::uint16_t>;

class Escape {
  public:
    struct Options {
        std::uint32_t nodes = 500;  // kept after each span; narrow searches are tried first
        std::uint32_t ticks = 180;  // to survive
        std::uint32_t hold = 6;
    };
    /// Level, bodies and death must outlive the search.
    Escape(const Level& level, const client::Bodies& bodies, const RecordedDeath& death, const Options& options);

    std::optional<Way> find();
    /// Whether the ship survives these controls.
    bool survives(const Way& way);

  private:
    struct Node {
        std::unique_ptr<World> world;
        Way way;
    };
    struct Branch {
        std::size_t node;
        std::uint16_t buttons;
        std::int32_t cell;
        float rating;
    };
    std::optional<Way> find(std::uint32_t width);
    bool fly(World& world, std::uint32_t tick, std::uint16_t buttons);
    float rate(const World& world);

    const Level& level_;
    const RecordedDeath& death_;
    Options options_;
    client::Reporter reporter_;
    bot::RockMap rock_;
    std::unique_ptr<World> scratch_;
    std::unique_ptr<Events> events_;
    std::vector<Node> nodes_, next_;
    std::vector<Branch> branches_;
};

}  // namespace albireo
