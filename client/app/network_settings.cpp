#include "client/app/network_settings.hpp"

#include <spdlog/spdlog.h>

#include "client/words/format.hpp"
#include "proto/key_proof.hpp"
#include "reach/join_socket.hpp"

namespace albireo::app {

std::string rendezvous_fault(const Settings& settings) {
    if (settings.rendezvous.empty() || reach::read_rendezvous(settings.rendezvous)) return {};
    return tr_f("the rendezvous server '{}' is not HOST or HOST:PORT, e.g. play.example.org:7777: no rendezvous server is used", settings.rendezvous);
}

void use_network_settings(CommandLine& line, const Settings& settings) {
    line.setup.lan = settings.lan_visible;
    line.setup.maps_port = settings.maps_port;
    line.setup.may_relay = settings.may_relay;
    line.setup.watch_delay = settings.watch_delay;
    if (!settings.uses_rendezvous) {
        line.rendezvous.reset();
    } else if (!line.rendezvous && !settings.rendezvous.empty()) {
        line.rendezvous = reach::read_rendezvous(settings.rendezvous);
        if (const std::string fault = rendezvous_fault(settings); !fault.empty()) spdlog::warn("settings: {}", fault);
    }
    line.setup.rendezvous = line.rendezvous ? reach::text_of(*line.rendezvous) : "";
}

GameSearchOptions search_options(const CommandLine& line) {
    const bool watches = line.mode == CommandLine::Mode::watch;
    GameSearchOptions options{.code = watches ? line.watch_code : line.code, .addresses = line.addresses, .rendezvous = line.rendezvous, .may_relay = line.setup.may_relay};
    if (line.setup.server_key) options.prover = proto::prover_of(*line.setup.server_key);
    return options;
}

}  // namespace albireo::app
