// Goal: the text of a finding blames a system only if one is at fault.
#include <doctest/doctest.h>

#include "proto/desync_inquiry.hpp"

namespace albireo::proto {

TEST_CASE("desync: the text gives tick, system, field and both values") {
    DesyncFinding finding;
    finding.kind = DesyncFinding::Kind::named;
    finding.tick = Tick{4512};
    finding.first = true;
    finding.point = 5;
    finding.column = 3;
    finding.path = "enemies[17].parts[2].armour";
    finding.server = 12;
    finding.client = 11;
    CHECK(finding.text() ==
          "desync at tick 4512 after move_enemies: enemies[17].parts[2].armour server 12 client 11");

    finding.first = false;  // the world before it differed as well
    CHECK(finding.text() ==
          "desync at or before tick 4512: enemies[17].parts[2].armour server 12 client 11 (already different before it: "
          "none of its systems is to blame)");

    finding.first = true;
    finding.point = TickTrace::kStoredWorld;
    finding.client_repeats = false;
    CHECK(finding.text().find("a second run of the tick on the client does not repeat it") != std::string::npos);

    finding.column = kFramesColumn;
    CHECK(finding.text().find("before apply_reports") != std::string::npos);
    CHECK(finding.text().find("the two were given different frames") != std::string::npos);
}

}  // namespace albireo::proto
