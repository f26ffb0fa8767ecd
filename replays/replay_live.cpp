// albireo-replay verify --live: watches a running game on a server and verifies it.
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <chrono>
#include <thread>

#include "proto/address.hpp"
#include "proto/join_code.hpp"
#include "proto/key_proof.hpp"
#include "reach/game_finder.hpp"
#include "reach/invitation.hpp"
#include "replays/replay_commands.hpp"
#include "replays/text.hpp"
#include "replays/udp_spectator.hpp"

namespace albireo::replays {

namespace {

using Json = nlohmann::json;

int report(const UdpSpectator& game, const std::string& code, Json& entry) {
    const Verdict verdict = game.spectator() != nullptr ? game.spectator()->verdict() : Verdict{};
    entry["ticks"] = verdict.ticks;
    entry["digests"] = verdict.seconds;
    if (!game.failure().empty()) {
        const std::string after = verdict.ticks == 0 ? "" : " (" + counted_text(verdict) + " were the same)";
        bad_input(game.server_text() + ": " + game.failure() + after, entry);
        return game.cause() == Spectator::Cause::bad_recording ? kBadInput : kUnreachable;
    }
    entry["same"] = verdict.same;
    entry["root"] = hex_text(verdict.root);
    if (!verdict.same) {
        entry["wrong_after"] = verdict.wrong_after.value;
        entry["wrong_until"] = verdict.wrong_until.value;
        entry["difference"] = verdict.text;
        spdlog::error("differs  {}: {}", code, verdict.text);
        return kCheckFailed;
    }
    entry["all_roots"] = hex_text(verdict.all_roots);
    spdlog::info("same     {}: {}, {} over all, watched live", code, counted_text(verdict), hex_text(verdict.all_roots));
    return kDone;
}

/// Looks for the game as `albireo watch` does. Nothing if no way leads to it; the log then says which were tried.
std::optional<UdpSpectator::Address> find(const reach::FinderOptions& options, const std::string& code) {
    reach::GameFinder finder(options);
    for (finder.advance(steady_now()); !finder.is_over(); finder.advance(steady_now())) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (const auto& found = finder.found()) {
        spdlog::debug("{}", finder.found_line());
        return UdpSpectator::Address{found->server.host, found->server.port, found->path};
    }
    const std::string invited = options.addresses.empty() ? "" : ", nor at the link's addresses";
    const std::string met = !options.rendezvous ? ""
                                                : ", nor through the rendezvous server " + reach::text_of(*options.rendezvous) +
                                                      (finder.facts().failure == reach::JoinMeeting::Failure::none ? "" : std::string(" (") + reach::text_of(finder.facts().failure) + ")");
    spdlog::warn("{}: not found on this network{}{}", code, invited, met);
    for (const std::string& each : finder.lines_of_addresses()) spdlog::warn("{}", each);
    const auto last = finder.last_resort();
    return last ? std::optional(UdpSpectator::Address{last->host, last->port}) : std::nullopt;
}

}  // namespace

int verify_live(const CommandOptions& options, Json& out) {
    const reach::ReadInvitation read = reach::read_invitation(options.live);
    if (!read.error.empty() || !read.invitation.watches) {
        const bool joins = read.error.empty();
        return bad_input("--live '" + printable(options.live) + "': a watch code has eight letters or digits, such as K7QF-2MXA" +
                             (joins ? " (this is for joining the game)" : ""), out);
    }
    std::optional<proto::PublicKey> key;
    if (!read.invitation.key.empty()) {
        key = proto::read_link_text(read.invitation.key);
        if (!key) return bad_input("--live: the link's key is damaged: ask for the link again", out);
    }
    UdpSpectator::Address address;
    if (!options.connect.empty()) {
        if (!proto::read_host_port(options.connect, address.host, address.port)) {
            return bad_input("--connect '" + options.connect + "' is not HOST:PORT, e.g. 127.0.0.1:7777", out);
        }
    }
    const std::string text = proto::watch_code_text(read.invitation.code);
    out["live"] = text;
    auto rendezvous = read.invitation.rendezvous;
    if (!options.rendezvous.empty() && !(rendezvous = reach::read_rendezvous(options.rendezvous))) {
        return bad_input("--rendezvous '" + printable(options.rendezvous) + "' is not HOST or HOST:PORT, e.g. play.example.org:7777", out);
    }
    if (options.connect.empty()) {
        reach::FinderOptions wanted{.code = read.invitation.code, .addresses = read.invitation.addresses, .rendezvous = rendezvous};
        if (key) wanted.prover = proto::prover_of(*key);
        address = find(wanted, text).value_or(address);
    }
    UdpSpectator game(address, {.code = read.invitation.code, .delay_ms = static_cast<std::uint32_t>(options.delay * 1000)}, key);
    auto state = Spectator::State::connecting;
    while (!game.is_over()) {
        game.advance(steady_now());
        if (const Spectator* spectator = game.spectator(); spectator != nullptr && spectator->state() != state) {
            state = spectator->state();
            if (state == Spectator::State::waiting) spdlog::debug("{}: the game has not begun, or its first seconds are not due", text);
            if (state == Spectator::State::watching) spdlog::debug("{}: watches, {} ms behind", text, spectator->watching().delay_ms);
        }
        game.wait(100 * proto::kMicrosPerMs);
    }
    return report(game, text, out);
}

}  // namespace albireo::replays
