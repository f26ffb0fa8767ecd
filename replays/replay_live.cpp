// albireo-replay verify --live: watches a running game on a server and verifies it.
#include <poll.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <thread>

#include "proto/address.hpp"
#include "proto/enet_link.hpp"
#include "proto/join_code.hpp"
#include "proto/name_lookup.hpp"
#include "replays/replay_commands.hpp"
#include "replays/spectator.hpp"
#include "replays/text.hpp"

namespace albireo::replays {

namespace {

using Json = nlohmann::json;

Micros steady_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Address {
    std::string host = "127.0.0.1";
    std::uint16_t port = 7777;
};

/// "HOST:PORT", or "HOST".
bool read_address(const std::string& text, Address& address) {
    if (text.find(':') != std::string::npos) return proto::split_address(text, address.host, address.port);
    address.host = text;
    return !text.empty();
}

/// Sleeps until a packet arrives or the spectator has something to do.
void wait(proto::EnetLink& link, Spectator& spectator) {
    const Micros now = steady_now();
    const Micros due = std::min({now + 100 * proto::kMicrosPerMs, spectator.next_due(now), link.next_due()});
    const Micros rest = std::max<Micros>(due - now, 0);
    pollfd socket{link.native_socket(), POLLIN, 0};
    const timespec timeout{static_cast<time_t>(rest / 1'000'000), static_cast<long>(rest % 1'000'000 * 1000)};
    ppoll(&socket, 1, &timeout, nullptr);
}

int unreachable(const std::string& fault, Json& out) {
    bad_input(fault, out);
    return kUnreachable;
}

int report(const Spectator& spectator, const std::string& code, const std::string& server, Json& entry) {
    const Verdict verdict = spectator.verdict();
    entry["ticks"] = verdict.ticks;
    entry["digests"] = verdict.seconds;
    if (spectator.state() == Spectator::State::failed) {
        const std::string after = verdict.ticks == 0 ? "" : " (" + counted_text(verdict) + " were the same)";
        const std::string fault = server + ": " + spectator.failure() + after;
        return spectator.cause() == Spectator::Cause::bad_recording ? bad_input(fault, entry) : unreachable(fault, entry);
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

}  // namespace

int verify_live(const CommandOptions& options, Json& out) {
    const auto code = proto::read_watch_code(options.live);
    if (!code) {
        return bad_input("--live '" + options.live + "': a watch code has eight letters and digits, such as K7QF-2MXA" +
                             (proto::read_join_code(options.live) ? " (this is a join code)" : ""), out);
    }
    Address address;
    if (!read_address(options.connect, address)) {
        return bad_input("--connect '" + options.connect + "' is not HOST:PORT, e.g. 127.0.0.1:7777", out);
    }
    const std::string text = proto::watch_code_text(*code);
    out["live"] = text;
    const proto::NameLookup lookup(address.host);
    while (!lookup.is_done()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (lookup.address() == 0) return unreachable("no address is known for '" + address.host + "'", out);
    std::optional<proto::PublicKey> key;  // of the first connection: another port of the server must have it too
    for (bool was_sent_on = false;; was_sent_on = true) {
        const std::string server = address.host + ":" + std::to_string(address.port);
        std::string error;
        auto link = proto::make_enet_client(lookup.text(), address.port, error, key);
        if (link == nullptr) return unreachable(server + ": " + error, out);
        proto::EnetLink& socket = *link;
        Spectator spectator(std::move(link), {.code = *code, .delay_ms = static_cast<std::uint32_t>(options.delay * 1000)});
        auto state = spectator.state();
        for (Micros over_since = -1;;) {
            spectator.advance(steady_now());
            if (spectator.state() != state) {
                state = spectator.state();
                if (state == Spectator::State::waiting) spdlog::debug("{}: the game has not begun, or its first seconds are not due", text);
                if (state == Spectator::State::watching) spdlog::debug("{}: watches, {} ms behind", text, spectator.watching().delay_ms);
            }
            if (!spectator.is_over()) {
                wait(socket, spectator);
                continue;
            }
            // The goodbye is sent until it is acknowledged, or for half a second.
            if (over_since < 0) over_since = steady_now();
            if (spectator.connection().messages_unacknowledged() == 0 || steady_now() - over_since > 500'000) break;
            wait(socket, spectator);
        }
        if (spectator.elsewhere() && !was_sent_on) {
            address.port = *spectator.elsewhere();
            key = socket.server_key();
            continue;
        }
        const int exit_code = report(spectator, text, server, out);
        return exit_code;
    }
}

}  // namespace albireo::replays
