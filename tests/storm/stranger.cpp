#include "tests/storm/stranger.hpp"

#include <array>
#include <utility>

#include "proto/token.hpp"
#include "sim/snapshot.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kAsksEvery = 20 * proto::kMicrosPerMs;
constexpr Micros kStays = 3 * proto::kMicrosPerSecond;

/// Also such as the server must change: joiners that are needed and that are not, directions, marks without a letter, lines.
constexpr std::array<const char*, 8> kNames = {"someone", "می\u200cخواهم", "क\u094d\u200dष", "a\u200db", "\u202egold", "e\u0301\u0301\u0301\u0301\u0301", "two\nlines", ""};

}  // namespace

Stranger::Stranger(std::uint32_t seed, std::function<std::unique_ptr<proto::Link>()> open_link)
    : random_(Random::seed(seed * 2246822519u + 3, seed + 17)), open_link_(std::move(open_link)) {}

void Stranger::advance(const Game& game, Micros now) {
    if (now < next_) return;
    next_ = now + kAsksEvery;
    if (connection_ == nullptr && now >= comes_at_) come(game, now);
    if (connection_ == nullptr) return;
    receive(now);
    proto::OutPacket packet;
    while (connection_->next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
    link_->flush(now);
    if (now < goes_at_) return;
    connection_.reset();
    link_.reset();
    comes_at_ = now + kStays + Micros{random_.below(5'000)} * proto::kMicrosPerMs;
}

void Stranger::come(const Game& game, Micros now) {
    link_ = open_link_();
    connection_ = std::make_unique<proto::Connection>();
    goes_at_ = now + kStays;
    may_enter_ = false;
    ask(game);
}

void Stranger::ask(const Game& game) {
    const std::string name = kNames[random_.below(kNames.size())];
    const std::uint32_t what = random_.below(12);
    const proto::Hello hello{.protocol_version = proto::kProtocolVersion - (what == 0 ? 1 : 0), .core_version = kCoreVersion + (what == 1 ? 1 : 0), .name = name};
    if (what != 2) connection_->send(hello);
    switch (what) {
        case 2: connection_->send(proto::Join{game.code}); break;  // without a greeting
        case 3: connection_->send(proto::Create{.level = "nowhere"}); break;
        case 4: connection_->send(proto::Create{.level = game.level, .level_digest = 1}); break;
        case 5: connection_->send(proto::Create{.level = game.level, .section = 200}); break;
        case 6: connection_->send(proto::Join{random_.below(2) == 0 ? "QQQQQQ" : "a code?"}); break;
        case 7: connection_->send(proto::Rejoin{game.code, proto::prove({}, link_->binding_of(proto::kServer))}); break;
        case 8: connection_->send(proto::Watch{random_.below(2) == 0 ? "QQQQQQQQ" : "a code?"}); break;
        case 9:
        case 10:
            may_enter_ = true;
            connection_->send(proto::Create{.level = game.level, .players = static_cast<std::uint8_t>(1 + random_.below(2))});
            break;
        case 11:
            if (game.is_full) connection_->send(proto::Join{game.code});
            break;
        default: break;
    }
}

void Stranger::receive(Micros now) {
    proto::LinkEvent event;
    while (link_->poll(event, now)) {
        if (event.kind == proto::LinkEvent::Kind::received) connection_->receive(event.channel, event.bytes, now);
    }
    while (const auto message = connection_->next_message()) {
        if (const auto* refused = std::get_if<proto::Refused>(&*message)) {
            if (!proto::text_of(*refused).empty()) ++refusals_;
        } else if (std::holds_alternative<proto::Entered>(*message)) {
            if (!may_enter_) ++seats_taken_;
            connection_->send(proto::Bye{proto::ByeReason::left});
        }
    }
}

}  // namespace albireo::storm
