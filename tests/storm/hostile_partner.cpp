#include "tests/storm/hostile_partner.hpp"

#include <algorithm>
#include <array>

#include "proto/token.hpp"
#include "sim/snapshot.hpp"

namespace albireo::storm {

HostilePartner::HostilePartner(std::uint32_t seed, std::string code,
                               std::function<std::unique_ptr<proto::Link>()> open_link)
    : random_(Random::seed(seed * 2654435761u + 9, seed + 11)), code_(std::move(code)), open_link_(std::move(open_link)) {}

HostilePartner::~HostilePartner() = default;

void HostilePartner::open(Micros now, bool by_token) {
    link_ = open_link_();
    connection_ = std::make_unique<proto::Connection>();
    connection_->send(proto::Hello{.core_version = kCoreVersion, .name = "blue", .voice = true});
    if (by_token) {
        connection_->send(proto::Rejoin{code_, proto::prove(token_, link_->binding_of(proto::kServer))});
    } else {
        connection_->send(proto::Join{code_});
    }
    is_refused_ = false;
    opened_at_ = now;
}

void HostilePartner::leave(Micros now) {
    if (has_left_) return;
    has_left_ = true;
    if (connection_ == nullptr) return;
    connection_->send(proto::Bye{proto::ByeReason::left});
    send_due(now);
}

void HostilePartner::advance(Micros now) {
    if (now < next_) return;
    next_ = now + kEvery;
    if (has_left_) {
        // Its goodbye must arrive.
        if (connection_ != nullptr && connection_->messages_unacknowledged() > 0) {
            receive(now);
            send_due(now);
        } else {
            next_ = proto::kNever;
        }
        return;
    }
    if (link_ == nullptr) open(now, false);
    const Micros heard = std::max(opened_at_, connection_->last_heard());
    if (now - heard > 5 * proto::kMicrosPerSecond || (is_refused_ && now - opened_at_ > 2 * proto::kMicrosPerSecond))
        open(now, !is_refused_ && token_ != proto::Token{});
    receive(now);
    if (has_played_) {
        if (now >= mood_until_) change_mood(now);
        if (mood_ == Mood::silent) return;
        attack(now);
    }
    push_frames(now);
    send_due(now);
}

void HostilePartner::receive(Micros now) {
    proto::LinkEvent event;
    while (link_->poll(event, now)) {
        if (event.kind == proto::LinkEvent::Kind::received) connection_->receive(event.channel, event.bytes, now);
    }
    while (const auto message = connection_->next_message()) {
        if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
            level_digest_ = entered->level_digest;
            if (token_ != entered->token) old_token_ = token_;
            token_ = entered->token;
            connection_->send(proto::Ready{level_digest_});
        } else if (std::holds_alternative<proto::Start>(*message)) {
            if (connection_->frames_started()) continue;
            connection_->start_frames({}, {});
            has_played_ = true;
        } else if (const auto* resume = std::get_if<proto::Resume>(&*message)) {
            if (resume->reason == proto::ResumeReason::rejoin) {
                connection_->start_frames(resume->snapshot_tick, resume->own_first_tick);
                has_played_ = true;
            } else if (chance(70)) {
                connection_->send(proto::Ready{level_digest_, resume->snapshot_tick});
            }
        } else if (const auto* question = std::get_if<proto::EvidenceWanted>(&*message)) {
            proto::Evidence evidence{*question, {}};
            evidence.to.own.clear();
            for (std::uint32_t i = random_.below(65); i > 0; --i) evidence.values.push_back(number());
            connection_->send(evidence);
        } else if (std::holds_alternative<proto::Refused>(*message) || std::holds_alternative<proto::Bye>(*message)) {
            is_refused_ = true;
        }
    }
    proto::FrameWindow& window = connection_->incoming();
    window.release(window.confirmed_up_to());
    if (thief_ != nullptr) {
        while (thief_->link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received)
                thief_->connection.receive(event.channel, event.bytes, now);
        }
        while (thief_->connection.next_message()) {
        }
    }
}

void HostilePartner::change_mood(Micros now) {
    mood_ = chance(30) ? Mood::honest : static_cast<Mood>(random_.below(kMoods));
    mood_until_ = now + (500 + Micros{random_.below(4'000)}) * proto::kMicrosPerMs;
    if (mood_ == Mood::silent && chance(25)) mood_until_ += 9 * proto::kMicrosPerSecond;
    if (mood_ != Mood::honest) ++moods_;
    if (mood_ == Mood::leaves) {
        const bool says_goodbye = chance(50);
        if (says_goodbye) {
            connection_->send(proto::Bye{proto::ByeReason::left});
            send_due(now);
        }
        open(now, !says_goodbye || chance(30));
        mood_ = Mood::honest;
    }
}

void HostilePartner::attack(Micros now) {
    switch (mood_) {
        case Mood::digests:
            if (connection_->frames_started() && chance(20)) {
                const Tick begin = connection_->outgoing().begin();
                connection_->set_digest({Tick{begin.value - begin.value % 30}, number()});
                if (chance(20)) connection_->send(proto::DesyncNotice{begin, number(), number(), {}});
                ++packets_;
            }
            break;
        case Mood::forges:
            if (chance(50)) forge(now);
            break;
        case Mood::conflicts:
            if (chance(25)) contradict(now);
            break;
        case Mood::repeats:
            if (!old_.empty() && chance(50)) {
                const Sent& again = old_[random_.below(static_cast<std::uint32_t>(old_.size()))];
                link_->send(proto::kServer, again.channel, again.bytes, now);
                ++packets_;
            }
            break;
        case Mood::floods:
            for (int i = 0; i < 12; ++i) {
                const auto channel = static_cast<proto::Channel>(random_.below(2));
                if (chance(50) && !old_.empty()) {
                    link_->send(proto::kServer, channel, old_.back().bytes, now);
                } else {
                    link_->send(proto::kServer, channel, noise(600), now);
                }
                ++packets_;
            }
            break;
        case Mood::talks:
            if (chance(10) && connection_->messages_unacknowledged() < 30) {
                connection_->send(made_up_message());
                ++packets_;
            }
            break;
        case Mood::steals:
            if (chance(5)) steal();
            break;
        case Mood::honest:
        case Mood::reports:
        case Mood::mangles:
        case Mood::silent:
        case Mood::leaves:
            break;
    }
    if (thief_ == nullptr) return;
    proto::OutPacket packet;
    while (thief_->connection.next_packet(packet, now))
        thief_->link->send(proto::kServer, packet.channel, packet.bytes(), now);
    thief_->link->flush(now);
}

void HostilePartner::push_frames(Micros now) {
    if (!connection_->frames_started()) return;
    if (now - next_frame_ > proto::kMicrosPerSecond) next_frame_ = now;
    while (next_frame_ <= now) {
        next_frame_ += proto::kMicrosPerTick;
        if (!connection_->has_room()) continue;
        if (chance(8)) held_.buttons = static_cast<std::uint16_t>(random_.next() & kButtonBits);
        connection_->push_frame(mood_ == Mood::reports ? made_up_frame() : held_, now);
        if (mood_ == Mood::reports) ++packets_;
    }
}

Frame HostilePartner::made_up_frame() {
    Frame frame = held_;
    const auto enemy = [&] {
        EnemyId id;
        id.spawn = static_cast<std::uint16_t>(chance(80) ? random_.below(200) : random_.next());
        if (chance(20)) id.lap = static_cast<std::uint8_t>(random_.below(4));
        if (chance(20)) id.child = static_cast<std::uint8_t>(random_.below(8));
        return id;
    };
    if (chance(5)) {
        frame.command = static_cast<Command>(random_.below(4));
        if (frame.command != Command::none) frame.command_delay = static_cast<std::uint8_t>(random_.next());
    }
    if (chance(30)) {
        frame.lock = enemy();
        frame.lock_part = static_cast<std::uint8_t>(random_.below(20));
        frame.aim = {static_cast<std::int16_t>(random_.next()), static_cast<std::int16_t>(random_.next())};
    }
    frame.report_count = static_cast<std::uint8_t>(chance(50) ? random_.below(kReportsPerFrameMax + 1) : 0);
    for (std::uint8_t i = 0; i < frame.report_count; ++i) {
        Report& report = frame.reports[i];
        report.kind = static_cast<ReportKind>(1 + random_.below(6));
        report.slot = kSlots[random_.below(kSlotCount)];
        report.part = static_cast<std::uint16_t>(chance(80) ? random_.below(6) : random_.next());
        report.enemy = enemy();
        report.number = ShotNumber{static_cast<decltype(ShotNumber::value)>(random_.below(4'000))};
    }
    return frame;
}

proto::Message HostilePartner::made_up_message() {
    switch (random_.below(14)) {
        case 0: return proto::Hello{static_cast<std::uint32_t>(random_.below(8)), kCoreVersion, "someone"};
        case 1: return proto::Create{.level = "the_cut", .players = 2};
        case 2: return proto::Join{code_};
        case 3: return proto::Rejoin{code_, proto::prove(token_, link_->binding_of(proto::kServer))};
        case 4: return proto::LevelWanted{number()};
        case 5: return proto::Ready{number(), Tick{random_.below(100'000)}};
        case 6: return proto::Ready{level_digest_, Tick{random_.below(100'000)}};
        case 7: return proto::Start{Tick{random_.below(1'000)}, 0};
        case 8: return proto::Resume{Tick{random_.below(9'000)}, Tick{random_.below(9'000)}, proto::ResumeReason::desync};
        case 9:
            return proto::Chunk{static_cast<proto::BlobKind>(random_.below(3)), static_cast<std::uint32_t>(random_.next()),
                                random_.below(1 << 20), 0, noise(900)};
        case 10: return proto::Ended{proto::Outcome::cleared, Tick{random_.below(9'000)}, number(), number()};
        case 11: return proto::PartnerState{.state = proto::Partner::left, .name = "gold"};
        case 12: return proto::Welcome{proto::kProtocolVersion, kCoreVersion, "server"};
        default:
            return proto::EvidenceWanted{.of = static_cast<proto::EvidenceOf>(random_.below(4)),
                                         .tick = Tick{random_.below(9'000)},
                                         .count = random_.below(64)};
    }
}

void HostilePartner::forge(Micros now) {
    const proto::FrameOutbox& out = connection_->outgoing();
    std::array<std::uint8_t, proto::kFramePacketBytesMax> buffer;
    proto::FramePacket frames;
    frames.sequence = static_cast<std::uint16_t>(random_.next() & proto::kSequenceMask);
    const std::uint32_t reach = chance(50) ? 8 : 40'000;
    frames.end = Tick{out.end().value + random_.below(reach) - std::min(out.end().value, random_.below(reach))};
    frames.want = Tick{connection_->incoming().confirmed_up_to().value + random_.below(reach)};
    frames.count = static_cast<std::uint8_t>(
        std::min(random_.below(proto::kWindowTicks + 1), std::min(frames.end.value, proto::kWindowTicks)));
    if (frames.count > 0 && chance(30)) {
        frames.part_to = static_cast<std::uint8_t>(random_.below(frames.count + 1u));
        frames.part_from = static_cast<std::uint8_t>(random_.below(frames.part_to + 1u));
    }
    if (chance(30)) frames.digest = proto::DigestNote{Tick{random_.below(20'000)}, number()};
    const auto run = noise(60);
    if (frames.count > 0) frames.run = run;
    const std::size_t size = proto::write_packet(frames, buffer);
    if (size == 0) return;
    std::vector<std::uint8_t> packet = chance(30) ? noise(40) : std::vector<std::uint8_t>{};  // voice, or what is none
    const auto channel = packet.empty() ? proto::Channel::frames : proto::Channel::voice;
    packet.insert(packet.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size));
    send_packet(std::move(packet), channel, now);
}

/// Encodes frames without the context that the server has, so that the same bytes mean other frames there.
void HostilePartner::contradict(Micros now) {
    const proto::FrameOutbox& out = connection_->outgoing();
    if (out.count() == 0) return;
    proto::FrameOutbox other{out.begin()};
    for (std::uint32_t i = 0; i < out.count(); ++i) other.push(made_up_frame(), now);
    std::array<std::uint8_t, proto::kFrameRunBytesMax> run_bytes;
    const proto::FrameRun run = other.write({}, run_bytes);
    std::array<std::uint8_t, proto::kFramePacketBytesMax> buffer;
    proto::FramePacket frames;
    frames.sequence = static_cast<std::uint16_t>(random_.next() & proto::kSequenceMask);
    frames.end = Tick{run.first.value + run.count};
    frames.want = connection_->incoming().confirmed_up_to();
    frames.count = static_cast<std::uint8_t>(run.count);
    frames.part_from = static_cast<std::uint8_t>(run.part_from);
    frames.part_to = static_cast<std::uint8_t>(run.part_to);
    frames.run = std::span{run_bytes}.first(run.bytes);
    const std::size_t size = proto::write_packet(frames, buffer);
    if (size > 0) send_packet({buffer.data(), buffer.data() + size}, proto::Channel::frames, now);
}

void HostilePartner::steal() {
    thief_ = std::make_unique<Thief>();
    thief_->link = open_link_();
    thief_->connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "thief"});
    for (int i = 0; i < 3; ++i) {
        proto::Token token = chance(50) ? old_token_ : token_;
        if (chance(60)) token[random_.below(proto::kTokenBytes)] ^= static_cast<std::uint8_t>(1 + random_.below(255));
        thief_->connection.send(proto::Rejoin{code_, proto::prove(token, thief_->link->binding_of(proto::kServer))});
    }
    thief_->connection.send(proto::Join{"AAAAAA"});
    packets_ += 4;
}

void HostilePartner::send_due(Micros now) {
    proto::OutPacket packet;
    while (connection_->next_packet(packet, now)) {
        if (mood_ == Mood::mangles && !has_left_ && chance(30)) mangle(packet.bytes(), packet.channel, now);
        if (mood_ == Mood::mangles && !has_left_ && chance(20)) continue;
        link_->send(proto::kServer, packet.channel, packet.bytes(), now);
        old_.push_back({packet.channel, {packet.bytes().begin(), packet.bytes().end()}});
        if (old_.size() > 400) old_.pop_front();
    }
    link_->flush(now);
}

void HostilePartner::mangle(std::span<const std::uint8_t> packet, proto::Channel channel, Micros now) {
    std::vector<std::uint8_t> bytes(packet.begin(), packet.end());
    const auto size = [&] { return static_cast<std::uint32_t>(bytes.size()); };
    for (std::uint32_t i = 0; i <= random_.below(3); ++i) {
        switch (random_.below(4)) {
            case 0: bytes[random_.below(size())] = static_cast<std::uint8_t>(random_.next()); break;
            case 1: bytes[random_.below(size())] ^= static_cast<std::uint8_t>(1u << random_.below(8)); break;
            case 2: bytes.resize(1 + random_.below(size())); break;
            default: bytes.insert(bytes.begin() + random_.below(size()), static_cast<std::uint8_t>(random_.next())); break;
        }
    }
    if (chance(10)) channel = static_cast<proto::Channel>(random_.below(proto::kChannelCount));
    send_packet(std::move(bytes), channel, now);
}

void HostilePartner::send_packet(std::vector<std::uint8_t> packet, proto::Channel channel, Micros now) {
    if (packet.size() > proto::kLinkPacketBytesMax) packet.resize(proto::kLinkPacketBytesMax);
    link_->send(proto::kServer, channel, packet, now);
    ++packets_;
}

std::vector<std::uint8_t> HostilePartner::noise(std::uint32_t most) {
    std::vector<std::uint8_t> bytes(1 + random_.below(most));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_.next());
    return bytes;
}

}  // namespace albireo::storm
