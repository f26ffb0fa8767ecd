#pragma once
/// A shard without its thread: gate, seal, ENet and lobby with the limits of a server, on a VirtualUdp.
#include <memory>
#include <string>

#include "proto/enet_link.hpp"
#include "server/gate_admission.hpp"
#include "server/lobby.hpp"
#include "sim/base/random.hpp"
#include "tests/support/virtual_udp.hpp"
#include "tests/support/watched_link.hpp"

namespace albireo {

class VirtualShard {
  public:
    /// `options`: its key and its peers; the rest is set here. `seed`: of codes and tokens.
    VirtualShard(VirtualUdp& net, proto::NetAddress address, proto::EnetServerOptions options, server::Levels& levels,
                 std::uint32_t seed, server::LobbyLimits limits = {})
        : random_(Random::seed(seed, 1)) {
        options.admits = server::admits_by(admission);
        net.place_next(address);
        std::string error;
        auto enet = proto::make_enet_server(options, error);
        link = std::make_unique<WatchedLink>(std::move(enet));
        server::LobbyEnvironment environment{
            .random = [this] { return (std::uint64_t{random_.next()} << 32) | random_.next(); },
            .wall_ms = [] { return std::uint64_t{0}; },
            .record = {},
            .log = [](const server::LogEvent&) {},
            .admission = admission,
        };
        lobby = std::make_unique<server::Lobby>(levels, std::move(environment), metrics, limits);
    }

    void advance(proto::Micros now) {
        lobby->advance(*link, now);
        link->flush(now);
    }

    std::shared_ptr<server::AdmissionControl> admission = std::make_shared<server::AdmissionControl>();
    server::Metrics metrics;
    std::unique_ptr<WatchedLink> link;
    std::unique_ptr<server::Lobby> lobby;

  private:
    Random random_;
};

}  // namespace albireo
