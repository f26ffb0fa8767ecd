#include "server/bundle_writer.hpp"

#include <cassert>

#include <spdlog/spdlog.h>

namespace albireo::server {

void BundleWriter::keep(replays::Bundle bundle, std::string origin) {
    if (*waiting_ >= kWaitingMax) {
        spdlog::error("{}: desync bundle not stored: {} others are waiting for the disk", bundle.code, kWaitingMax);
        return;
    }
    ++*waiting_;
    auto held = std::make_shared<const replays::Bundle>(std::move(bundle));
    disk_.do_later([store = store_, waiting = waiting_, held = std::move(held), origin = std::move(origin)] {
        const auto kept = store->keep(*held, origin);
        assert(*waiting > 0 && "a bundle that is stored has waited");
        --*waiting;
        if (kept.fault.empty()) {
            spdlog::warn("{}: desync bundle stored: {} (albireo-replay desync FILE inspects it)", held->code, kept.path);
        } else {
            spdlog::error("{}: desync bundle not stored: {}", held->code, kept.fault);
        }
    });
}

}  // namespace albireo::server
