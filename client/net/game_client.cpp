#include "client/net/game_client.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "proto/join_code.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"

namespace albireo::client {
namespace {

std::string level_failure(const std::string& why) {
    return "the server's level cannot be used: " + why;
}

// 1.1 years of play, and as long again before the tick's number starts over.
constexpr std::uint32_t kSnapshotTickMax = 1u << 31;
constexpr std::string_view kNoCode = "that is not a code: a code has six letters and digits";

}  // namespace

GameClient::GameClient(ClientOptions options, ClientOutside outside, Hands& hands)
    : options_(std::move(options)), outside_(std::move(outside)), hands_(hands), scratch_(std::make_unique<World>()) {
    connection_ = std::make_unique<proto::Connection>(proto::ConnectionOptions{.eco = options_.eco});
    entered_.code = options_.code;
    if (options_.token) {
        entered_.token = *options_.token;
        was_seated_ = true;
    }
}

GameClient::~GameClient() = default;

void GameClient::fail(std::string why) {
    if (stage_.note(Event::failed)) failure_ = std::move(why);
}

/// The server cannot be reached, as opposed to having refused.
void GameClient::give_up(std::string why) {
    unreachable_ = true;
    fail(std::move(why));
}

void GameClient::leave(Micros) {
    if (leaving_) return;
    leaving_ = true;
    connection_->send(proto::Bye{outcome_ ? proto::ByeReason::done : proto::ByeReason::left});
    if (!outcome_) outcome_ = proto::Outcome::left;
}

// -------------------------------------------------------------------------------------------------------- connecting

void GameClient::open_link(Micros now) {
    if (first_opened_ < 0) first_opened_ = last_alive_ = figures_.opened_at = now;
    link_opened_ = now;
    heard_again_ = -1;
    if (link_ != nullptr) {
        const proto::LinkTraffic traffic = link_->traffic();
        earlier_.packets_sent += traffic.packets_sent;
        earlier_.bytes_sent += traffic.bytes_sent;
        earlier_.packets_received += traffic.packets_received;
        earlier_.bytes_received += traffic.bytes_received;
    }
    earlier_conflicts_ += connection_->incoming().counters().conflict;
    was_full_ = false;
    link_ = outside_.open_link();
    connection_ = std::make_unique<proto::Connection>(proto::ConnectionOptions{.eco = options_.eco});
    if (link_ != nullptr) knock();
}

/// Sends the player's identity and request. A request that fits no message would never be answered, so it fails here.
void GameClient::knock() {
    const auto require = [&](bool is_sent, std::string_view why) {
        if (!is_sent) fail(std::string(why));
    };
    require(connection_->send(proto::Hello{proto::kProtocolVersion, kCoreVersion, options_.name, options_.eco}),
            "the player's name cannot be used: up to 32 bytes of UTF-8 without control characters");
    if (was_seated_) {
        require(connection_->send(proto::Rejoin{entered_.code, entered_.token}), kNoCode);
    } else if (!options_.code.empty()) {
        require(connection_->send(proto::Join{options_.code, options_.stand_in}), kNoCode);
    } else {
        const auto level = outside_.find_level ? outside_.find_level(options_.level, options_.difficulty) : nullptr;
        require(connection_->send(proto::Create{.level = options_.level,
                                                .difficulty = static_cast<std::uint8_t>(options_.difficulty),
                                                .seed_wish = options_.seed,
                                                .players = options_.players,
                                                .level_digest = level != nullptr ? level->digest : 0}),
                "the level's name cannot be used: up to 64 bytes of UTF-8 without control characters");
    }
}

/// Reconnects through a new link, into the kept seat. If the game's end was received, the game is over: the server has
/// sent everything, and no more of the world will arrive.
void GameClient::come_back(Micros now) {
    if (ended_) return finish(now);
    if (stage_.note(Event::cut_off)) ++figures_.rejoins;
    must_come_back_ = false;
    open_link(now);
}

void GameClient::advance(Micros now) {
    if (state() == State::ended || state() == State::failed) {
        if (link_) {
            poll_link(now);
            send_due(now);
        }
        return;
    }
    const bool none_yet = link_ == nullptr && now - link_opened_ > kLinkRetry;
    if (link_opened_ < 0 || none_yet) {
        open_link(now);
        const std::string error = link_ == nullptr && outside_.link_error ? outside_.link_error() : "";
        if (!error.empty() && is_new()) return give_up(error);
    } else {
        watch_link(now);
        if (state() == State::failed || state() == State::ended) return;
    }
    if (link_) poll_link(now);
    while (state() != State::failed && state() != State::ended) {
        const auto message = connection_->next_message();
        if (!message) break;
        receive(*message, now);
    }
    if (predictor_ && state() == State::playing) {
        learn_frames(now);
        while (true) {
            const auto note = connection_->next_digest();
            if (!note) break;
            unchecked_.push_back(*note);
        }
        check_digests();
        for (int i = 0; i < kTicksAtOnceMax && clock_.due() <= now && state() == State::playing && !leaving_; ++i) {
            tick(now);
            if (held_) break;
        }
        finish_if_done(now);
    }
    if (link_) send_due(now);
}

/// Gives up on a server that sends nothing, and on a link whose server may still answer through another.
void GameClient::watch_link(Micros now) {
    const Micros heard = std::max(link_opened_, connection_->last_heard());
    const bool never = connection_->last_heard() < 0;
    // A kept seat does not prove that its server is reachable.
    if (is_new() && never && now - first_opened_ > kConnectMax)
        return give_up("the server does not answer: check its address and port, and whether it is running");
    if (is_new() && now - first_opened_ > kSeatMax)
        return give_up("the server answers, but gives no seat in a game: try again later");
    if (!was_seated_) return;
    if (now - last_alive_ > kReturnMax)
        return give_up("the server has been silent for three minutes: the game is lost");
    // A link that was never answered gets more time, because it may still be knocking. So does a link on which packets
    // are rare, as they are on any link before a game begins.
    const bool is_rare = state() != State::playing || connection_->path().loss_in_permille() >= kRareLossPermille;
    const bool is_silent = now - heard > (never || is_rare ? 2 * kSilentMax : kSilentMax);
    const bool is_due = must_come_back_ && !ended_ && !leaving_ && now - link_opened_ >= kComeBackEvery;
    const bool is_tried_again = was_full_ && now - link_opened_ >= kFullRetry;
    if (is_silent || is_due || is_tried_again) come_back(now);
}

void GameClient::poll_link(Micros now) {
    proto::LinkEvent event;
    while (link_->poll(event, now)) {
        switch (event.kind) {
            case proto::LinkEvent::Kind::connected:
                break;
            case proto::LinkEvent::Kind::received:
                last_alive_ = now;
                if (heard_again_ < 0) heard_again_ = now;
                connection_->receive(event.channel, event.bytes, now);
                break;
            case proto::LinkEvent::Kind::refused:
                if (was_seated_ && !is_new()) {
                    was_full_ = true;
                    break;
                }
                refusal_ = proto::Refusal::server_full;
                return fail(std::string(proto::text_of(refusal_)));
        }
    }
}

void GameClient::send_due(Micros now) {
    proto::OutPacket packet;
    while (connection_->next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
    link_->flush(now);
    const proto::LinkTraffic traffic = link_->traffic();
    const auto note = [&](ByteRate& rate, std::uint64_t total) {
        if (state() == State::playing && !leaving_) {
            rate.note(total, now);
        } else {
            rate.skip(total, now);
        }
    };
    note(figures_.sent, earlier_.bytes_sent + traffic.bytes_sent);
    note(figures_.received, earlier_.bytes_received + traffic.bytes_received);
    note(figures_.packets_sent, earlier_.packets_sent + traffic.packets_sent);
    note(figures_.packets_received, earlier_.packets_received + traffic.packets_received);
}

Micros GameClient::next_due(Micros now) const {
    Micros due = now + 100 * proto::kMicrosPerMs;
    if (link_opened_ < 0) return now;
    due = std::min(due, connection_->next_due(now));
    // A tick that is held at the lead limit waits for a packet.
    if (predictor_ && state() == State::playing) {
        due = std::min(due, held_ ? clock_.due() + proto::kMicrosPerTick : clock_.due());
    }
    return std::max(due, now);
}

// ---------------------------------------------------------------------------------------------------------- messages

void GameClient::receive(const proto::Message& message, Micros now) {
    if (const auto* refused = std::get_if<proto::Refused>(&message)) {
        if (refused->reason == proto::Refusal::elsewhere && outside_.go_to_port && !was_sent_elsewhere_) {
            was_sent_elsewhere_ = true;
            std::uint16_t port = 0;
            std::from_chars(refused->text.data(), refused->text.data() + refused->text.size(), port);
            outside_.go_to_port(port);
            return come_back(now);
        }
        refusal_ = refused->reason;
        std::string line(proto::text_of(refused->reason));
        if (!refused->text.empty()) line += " (" + refused->text + ")";
        fail(line);
    } else if (std::holds_alternative<proto::Welcome>(message)) {
        if (figures_.connect_micros < 0) figures_.connect_micros = now - first_opened_;
        stage_.note(Event::greeted);
    } else if (const auto* entered = std::get_if<proto::Entered>(&message)) {
        // The code becomes part of file names and of lines that people read.
        const auto code = proto::read_join_code(entered->code);
        if (!code) return fail("the server calls the game by what is no code");
        // The game that runs refers to its level.
        if (predictor_ != nullptr && entered->level_digest != level_->digest) {
            return fail(level_failure("it is not the one that the game began with"));
        }
        was_seated_ = true;
        entered_ = *entered;
        entered_.code = *code;
        if (!entered_.partner_name.empty()) partner_name_ = entered_.partner_name;
        is_ready_ |= options_.ready_at_once || entered->running;
        if (level_ != nullptr && level_->digest == entered_.level_digest) {
            stage_.note(Event::seated);
            return say_ready();
        }
        auto level = outside_.find_level
                         ? outside_.find_level(entered_.level, static_cast<Difficulty>(entered_.difficulty))
                         : nullptr;
        if (level != nullptr && level->digest == entered_.level_digest) return take_level(std::move(level));
        stage_.note(Event::lacks);
        connection_->send(proto::LevelWanted{entered_.level_digest});
    } else if (const auto* chunk = std::get_if<proto::Chunk>(&message)) {
        receive(*chunk, now);
    } else if (const auto* start = std::get_if<proto::Start>(&message)) {
        if (state() != State::waiting) return;
        init(*scratch_, *level_,
             {.seed = static_cast<std::uint32_t>(entered_.seed),
              .players = static_cast<std::uint8_t>(entered_.players >= 2 ? 3 : 1)});
        if (start->first_tick != scratch_->tick) return fail("the server starts at a tick that no game begins with");
        begin_game(*scratch_, scratch_->tick, now);
        partner_state_ = proto::Partner::here;
    } else if (const auto* resume = std::get_if<proto::Resume>(&message)) {
        resume_ = *resume;
        blob_.clear();
    } else if (const auto* partner = std::get_if<proto::PartnerState>(&message)) {
        partner_state_ = partner->state;
        if (!partner->name.empty()) partner_name_ = partner->name;
    } else if (const auto* lobby = std::get_if<proto::LobbyState>(&message)) {
        lobby_ = *lobby;
    } else if (const auto* notice = std::get_if<proto::DesyncNotice>(&message)) {
        hear(*notice, now);
    } else if (const auto* question = std::get_if<proto::EvidenceWanted>(&message)) {
        answer(*question);
    } else if (const auto* ended = std::get_if<proto::Ended>(&message)) {
        ended_ = *ended;
        // A client that is reconnecting lacks the last world, and will receive none: it accepts the server's result.
        if (predictor_ == nullptr || state() == State::returning || ended->outcome == proto::Outcome::left) {
            outcome_ = ended->outcome;
            stage_.note(Event::over);
        }
    } else if (const auto* bye = std::get_if<proto::Bye>(&message)) {
        was_relieved_ = bye->reason == proto::ByeReason::relieved;
        if (!ended_ && !leaving_) fail(std::string(proto::text_of(bye->reason)));
    }
}

void GameClient::receive(const proto::Chunk& chunk, Micros now) {
    if (chunk.kind == proto::BlobKind::evidence) return;
    if (chunk.kind == proto::BlobKind::level && state() != State::loading) return;
    if (!blob_.take(chunk)) return;
    if (chunk.kind == proto::BlobKind::snapshot) return take_snapshot(now);
    auto level = std::make_shared<Level>();
    if (const std::string error = load_level(*level, blob_.bytes()); !error.empty()) return fail(level_failure(error));
    if (level->digest != entered_.level_digest) return fail(level_failure("it is not the one it announced"));
    take_level(std::move(level));
}

void GameClient::take_level(std::shared_ptr<const Level> level) {
    level_ = std::move(level);
    stage_.note(Event::seated);
    say_ready();
}

void GameClient::be_ready() {
    if (is_ready_) return;
    is_ready_ = true;
    if (state() == State::waiting) say_ready();
}

void GameClient::say_ready() {
    if (is_ready_) connection_->send(proto::Ready{level_->digest});
}

// ------------------------------------------------------------------------------------------------ beginning a game

/// The record of the confirmed world begins anew with this one.
void GameClient::restart_record(const World& world) {
    if (on_restart) on_restart(world);
    if (!leaving_) outcome_.reset();  // discards an outcome that only a wrong world had
    conclude(world);
    witness_ = std::make_shared<Witness>();
    witness_->restart(world);
    differs_ = must_come_back_ = false;
    unchecked_.clear();
}

/// Begins with a world in which the player is absent up to `own_from`: the frames before it are the server's.
void GameClient::begin_game(const World& world, const Tick own_from, Micros now) {
    restart_record(world);
    in_question_ = false;
    predictor_ =
        std::make_unique<Predictor>(*level_, entered_.slot, predictor_ ? predictor_->corrections() : Corrections{});
    predictor_->on_confirmed(
        [](void* self, const World& confirmed, const FramePair& frames) {
            static_cast<GameClient*>(self)->note_confirmed(confirmed, frames);
        },
        this);
    if (options_.fault) predictor_->plant(&*options_.fault);
    predictor_->begin(world, own_from);
    own_from_ = own_from;
    connection_->start_frames(world.tick, own_from);
    remote_ = RemoteShots(other(entered_.slot));
    maker_ = FrameMaker(entered_.slot);
    reports_.clear();
    hands_.begin(*level_, entered_.slot);
    clock_.start(now);
    stage_.note(Event::began);
}

void GameClient::take_snapshot(Micros now) {
    if (!resume_ || level_ == nullptr || level_->digest != entered_.level_digest) return;
    const proto::Resume resume = *resume_;
    resume_.reset();
    if (const LoadError error = load_world(*scratch_, *level_, blob_.bytes()); error != LoadError::none) {
        return fail("the server's snapshot cannot be used: " + std::string(text_of(error)));
    }
    if (scratch_->tick != resume.snapshot_tick) return fail("the server's snapshot is of another tick than it said");
    // A client that is reconnecting has no frames to step a healed world with: it begins anew.
    if (resume.reason == proto::ResumeReason::desync && state() == State::playing) return heal(*scratch_, now);

    const std::int32_t away = resume.own_first_tick - resume.snapshot_tick;
    if (resume.snapshot_tick.value > kSnapshotTickMax || away < 0 || away > static_cast<std::int32_t>(kLeadTicksMax))
        return fail("the server's snapshot is of tick " + std::to_string(resume.snapshot_tick.value) +
                    ", from which nobody can begin to play at tick " + std::to_string(resume.own_first_tick.value));
    begin_game(*scratch_, resume.own_first_tick, now);
    figures_.last_rejoin_micros = heard_again_ >= 0 ? now - heard_again_ : -1;
}

/// Replaces the client's world by the server's and steps everything since then again. The streams of frames continue.
void GameClient::heal(const World& snapshot, Micros now) {
    // If the snapshot took so long that the frames since then are gone, the client requests another one, with all of
    // them.
    if (!predictor_->can_heal(snapshot.tick)) return come_back(now);
    ++figures_.resyncs;
    restart_record(snapshot);
    predictor_->heal(snapshot, settled());
    connection_->send(proto::Ready{level_->digest, snapshot.tick});
}

/// Own frames below this tick are final: the server has received them, or has made them itself.
Tick GameClient::settled() const {
    return std::max(own_from_, connection_->outgoing().begin());
}

// ------------------------------------------------------------------------------------------------------------ playing

void GameClient::learn_frames(Micros now) {
    proto::FrameWindow& window = connection_->incoming();
    while (predictor_->partner_known() < window.confirmed_up_to()) {
        const Tick tick = predictor_->partner_known();
        const Frame* frame = window.find(tick);
        if (frame == nullptr || !predictor_->learn(*frame)) break;
        if (options_.samples != nullptr) {
            const Micros sampled = options_.samples->read(other(entered_.slot), tick);
            const Frame& before = predictor_->partner_did(tick - 1);
            if (sampled >= 0) figures_.delivery_ms.add((now - sampled) / proto::kMicrosPerMs);
            if (sampled >= 0 && before.buttons != frame->buttons) {
                figures_.changed_ms.add((now - sampled) / proto::kMicrosPerMs);
            }
        }
    }
    if (is_solo()) {
        while (predictor_->partner_known() < predictor_->predicted().tick) predictor_->learn(absent_frame());
    }
    const Tick before = predictor_->confirmed().tick;
    const std::uint32_t again = predictor_->reconcile(settled());
    figures_.note_confirmed(predictor_->confirmed().tick - before, now);
    if (again > 0) figures_.rebuild_ticks.add(again);
    figures_.rebuilt_ticks += again;
    // When alone, and with a snapshot that arrived first, this client is ahead of the frames that arrived.
    window.release(std::min(predictor_->confirmed().tick, window.confirmed_up_to()));
    remote_.update(predictor_->confirmed(), predictor_->predicted().tick);
}

void GameClient::tick(Micros now) {
    if (const auto earliness = connection_->heard_earliness())
        clock_.note_earliness(earliness->partner_quarters, earliness->need_quarters);
    const bool was_held = held_;
    held_ = !predictor_->may_advance() || !connection_->has_room();
    if (held_) {
        // The held tick is stepped as soon as it may be. After a whole tick's time it is given up.
        if (now - clock_.due() < proto::kMicrosPerTick) return;
        ++figures_.frozen_ticks;
        clock_.give_up(now);
        return;
    }
    if (was_held) clock_.slip_to(now);
    clock_.advance(now);
    const World& world = predictor_->predicted();
    reports_.clear();
    hands_.see(world, remote_, reports_);
    Frame frame = proto::normal(maker_.make(world, *level_, hands_.steer(world), reports_));
    if (frame.command != Command::none && !agrees(frame)) {
        // What a frame promises must be true already, and stay true without holding the player back.
        // The spare ticks are for a partner's agreement.
        const std::uint32_t spare = is_solo() ? 0 : kCommandSpareTicks;
        const std::uint32_t promise = std::min(predictor_->lead() + spare, kLeadTicksMax);
        frame.command_delay = std::max(frame.command_delay, static_cast<std::uint8_t>(promise));
    }
    figures_.reports_sent += frame.report_count;
    step_once(frame, now);
}

void GameClient::step_once(const Frame& frame, Micros now) {
    const Tick tick = predictor_->predicted().tick;
    assert(tick == connection_->outgoing().end() && "a frame is sent for the tick that it was made for");
    if (options_.samples != nullptr) options_.samples->post(entered_.slot, tick, now);
    predictor_->advance(frame);
    connection_->push_frame(frame, now);
    ++figures_.ticks;
    figures_.lead.add(predictor_->lead());
    if (on_tick) on_tick();
}

// ------------------------------------------------------------------------------------------------- digests, the end

void GameClient::note_confirmed(const World& world, const FramePair& frames) {
    if (outcome_ || enough_) return;
    witness_->note(world, frames);
    if (on_confirmed) on_confirmed(world, frames, history().find(world.tick)->root);
    // The last digest is sent too: a client that considers the game over sends no other.
    if (world.tick.value % DigestHistory::kExchangeTicks == 0 || outcome_of(world) != Outcome::playing) {
        if (const std::uint64_t digest = history().span_digest(world.tick))
            connection_->tell_digest({world.tick, digest});
    }
    conclude(world);
}

void GameClient::conclude(const World& world) {
    enough_ = options_.until_tick != 0 && world.tick.value >= options_.until_tick;
    if (outcome_of(world) != Outcome::playing) {
        outcome_ = outcome_of(world) == Outcome::cleared ? proto::Outcome::cleared : proto::Outcome::over;
    }
    if (!outcome_ && !enough_) return;
    final_tick_ = world.tick;
    final_digest_ = root_of(world);
}

void GameClient::finish_if_done(Micros now) {
    if (ended_ && agrees_with_end(now)) finish(now);
}

/// Ends the game with the server's outcome, unless this client's own world, which agrees with the server's, has one.
void GameClient::finish(Micros now) {
    if (!outcome_ || differs_) outcome_ = ended_->outcome;
    leave(now);
    stage_.note(Event::over);
}

}  // namespace albireo::client
