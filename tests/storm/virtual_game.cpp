#include "tests/storm/virtual_game.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "replays/reader.hpp"
#include "replays/verify.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kGoodbyeWait = 2 * proto::kMicrosPerSecond;  // how long a client that quits waits for its goodbye
constexpr Micros kServerDelay = 300;  // a server reads its socket a fraction of a millisecond after a packet arrives

/// Stores a recording in memory that outlives its session.
class RecordInto final : public replays::ByteSink {
  public:
    explicit RecordInto(std::vector<std::uint8_t>& to) : to_(to) {}
    std::string append(std::span<const std::uint8_t> bytes) override {
        to_.insert(to_.end(), bytes.begin(), bytes.end());
        return {};
    }

  private:
    std::vector<std::uint8_t>& to_;
};

}  // namespace

/// A faulty link that the game can still reach after the client has taken ownership of it.
class VirtualGame::Tap final : public proto::Link {
  public:
    Tap(Tap** place, std::unique_ptr<proto::Link> inner, const proto::FaultyLinkOptions& options)
        : place_(place), link_(std::move(inner), options) {
        *place_ = this;
    }
    ~Tap() override {
        if (*place_ == this) *place_ = nullptr;
    }
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        ++sent_.packets_sent;
        sent_.bytes_sent += proto::wire_bytes(bytes.size(), channel);
        link_.send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override { return link_.poll(event, now); }
    void close(proto::PeerId peer) override { link_.close(peer); }
    void flush(Micros now) override { link_.flush(now); }
    /// Counts bytes when they are sent, not when the slow network delivers them.
    proto::LinkTraffic traffic() const override {
        proto::LinkTraffic traffic = link_.traffic();
        traffic.packets_sent = sent_.packets_sent;
        traffic.bytes_sent = sent_.bytes_sent;
        return traffic;
    }
    proto::FaultyLink& link() { return link_; }

  private:
    Tap** place_;
    proto::FaultyLink link_;
    proto::LinkTraffic sent_;
};

/// The server's end of the network. Counts the bytes to each peer when they are sent.
class VirtualGame::Meter final : public proto::Link {
  public:
    explicit Meter(proto::MemoryNet& net) : net_(net) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        Peer& mine = peers_[peer];
        mine.total += proto::wire_bytes(bytes.size(), channel);
        // A level or a world has its own rate: seconds during its transfer do not count.
        if (channel == proto::Channel::control && bytes.size() > kTransferFrom)
            mine.transfer_until = now + kTransferTail;
        if (now < mine.transfer_until) {
            mine.rate = {};
        } else {
            mine.rate.note(mine.total, now);
            max_ = std::max(max_, mine.rate.max());
        }
        net_.send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override { return net_.poll(event, now); }
    void close(proto::PeerId peer) override {
        peers_.erase(peer);
        net_.close(peer);
    }
    proto::LinkTraffic traffic() const override { return net_.traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return net_.host_of(peer); }
    /// The most bytes to any peer in any second.
    std::uint64_t bytes_per_second_max() const { return max_; }

  private:
    static constexpr std::size_t kTransferFrom = 400;
    static constexpr Micros kTransferTail = 1'500 * proto::kMicrosPerMs;
    struct Peer {
        client::ByteRate rate;
        std::uint64_t total = 0;
        Micros transfer_until = 0;
    };
    proto::MemoryNet& net_;
    std::map<proto::PeerId, Peer> peers_;
    std::uint64_t max_ = 0;
};

class VirtualGame::Board final : public client::SampleBoard {
  public:
    explicit Board(VirtualGame& game) : game_(game) {}
    // Posted and read in true time, independently of the clients' clocks.
    void post(Slot slot, Tick tick, Micros) override {
        auto& times = times_[index(slot)];
        if (times.size() <= tick.value) times.resize(tick.value + 1, -1);
        if (times[tick.value] < 0) times[tick.value] = game_.now_;
    }
    Micros read(Slot slot, Tick tick) const override {
        const auto& times = times_[index(slot)];
        if (tick.value >= times.size() || times[tick.value] < 0) return -1;
        const auto& mine = game_.clients_[index(other(slot))];
        return game_.own_time(mine, times[tick.value]);
    }

  private:
    VirtualGame& game_;
    std::array<std::vector<Micros>, kSlotCount> times_;
};

VirtualGame::VirtualGame(VirtualGameOptions options)
    : options_(std::move(options)),
      random_(Random::seed(options_.seed, 0x5eed)),
      meter_(std::make_unique<Meter>(net_)),
      board_(std::make_unique<Board>(*this)) {
    server::LobbyOutside outside;
    outside.random = [this] { return (std::uint64_t{random_.next()} << 32) | random_.next(); };
    outside.wall_ms = [] { return std::uint64_t{0}; };
    outside.record = [this](const std::string&, std::uint64_t) { return std::make_unique<RecordInto>(record_); };
    outside.log = [this](const std::string& line) {
        log_.push_back(fmt::format("{:9.3f} {}", static_cast<double>(now_) / 1e6, line));
    };
    outside.build = "virtual server";
    outside.keep_bundle = [this](const replays::Bundle& bundle) { bundles_.push_back(bundle); };
    outside.fault = options_.server_fault;
    if (!options_.levels_folder.empty()) {
        if (const std::string error = levels_.offer_folder(options_.levels_folder); !error.empty()) add_finding(error);
    }
    lobby_ = std::make_unique<server::Lobby>(levels_, std::move(outside), metrics_);
    for (const Slot slot : kSlots) clients_[index(slot)].weather = options_.links[index(slot)];
    start_client(Slot::gold, false);
}

VirtualGame::~VirtualGame() = default;

void VirtualGame::add_finding(std::string what) {
    if (findings_.size() < 20) findings_.push_back({now_, std::move(what)});
}

std::shared_ptr<const Level> VirtualGame::level(const std::string& name, Difficulty difficulty) {
    return levels_.find(name, difficulty);
}

void VirtualGame::start_client(Slot slot, bool by_token) {
    Client& client = clients_[index(slot)];
    client.ppm = options_.clock_ppm[index(slot)];
    client.hands = options_.hands(slot, options_.seed * 2 + static_cast<std::uint32_t>(slot));
    client.compared = {};
    client.waiting_since = client.quits_by = -1;

    client::ClientOptions options;
    options.name = slot == Slot::gold ? "gold" : "blue";
    options.level = options_.level;
    options.difficulty = options_.difficulty;
    options.players = options_.players;
    options.seed = options_.seed;
    options.eco = options_.eco;
    options.samples = board_.get();
    options.fault = options_.faults[index(slot)];
    options.ready_at_once = options_.traits[index(slot)].ready_after == 0;
    if (slot == Slot::blue || !code_.empty()) options.code = code_;
    if (by_token) options.token = tokens_[index(slot)];
    client::ClientOutside outside;
    outside.open_link = [this, slot]() -> std::unique_ptr<proto::Link> {
        Client& mine = clients_[index(slot)];
        proto::FaultyLinkOptions link = calm_ ? proto::FaultyLinkOptions{} : mine.weather;
        link.out.seed = options_.seed * 7919 + ++link_seed_;
        link.in.seed = options_.seed * 104729 + ++link_seed_;
        return std::make_unique<Tap>(&mine.tap, net_.connect(), link);
    };
    outside.find_level = [this, slot](const std::string& name, Difficulty difficulty) {
        return options_.traits[index(slot)].lacks_level ? nullptr : level(name, difficulty);
    };
    client.game = std::make_unique<client::GameClient>(std::move(options), std::move(outside), *client.hands);
}

Micros VirtualGame::own_time(const Client& client, Micros now) const {
    return now + now * client.ppm / 1'000'000;
}

Micros VirtualGame::true_time(const Client& client, Micros own) const {
    if (own == proto::kNever) return own;
    // In two steps, so that hours of microseconds times a million do not overflow.
    const Micros scale = 1'000'000 + client.ppm;
    return own / scale * 1'000'000 + own % scale * 1'000'000 / scale + 1;
}

bool VirtualGame::is_over() const {
    for (std::size_t i = 0; i < options_.players; ++i) {
        const auto& game = clients_[i].game;
        if (game == nullptr) return false;
        if (game->state() != client::GameClient::State::ended && game->state() != client::GameClient::State::failed) {
            return false;
        }
    }
    return lobby_->is_empty();
}

void VirtualGame::run(Micros until) {
    while (now_ < until && !is_over()) {
        advance_all();
        now_ = std::clamp(next_due(), now_ + 1, until);
    }
}

Micros VirtualGame::next_due() const {
    Micros due = lobby_->next_due(now_);
    for (const Client& client : clients_) {
        if (client.game == nullptr) continue;
        if (client.frozen_until > now_) {
            due = std::min(due, client.frozen_until);
            continue;
        }
        Micros own = true_time(client, client.game->next_due(own_time(client, now_)));
        if (client.tap != nullptr) {
            const Micros packet = client.tap->link().next_due();
            if (packet != proto::kNever) own = std::min(own, true_time(client, packet) + kServerDelay);
        }
        if (client.quits_by >= 0) own = std::min(own, client.quits_by);
        due = std::min(due, std::max(own, client.next_picture));
    }
    if (next_weather_ < options_.weather.size()) due = std::min(due, options_.weather[next_weather_].at);
    if (next_mishap_ < options_.mishaps.size()) due = std::min(due, options_.mishaps[next_mishap_].at);
    for (const Return& back : returns_) due = std::min(due, back.at);
    if (options_.calm_at > now_) due = std::min(due, options_.calm_at);
    for (const Client& client : clients_) due = std::min(due, client.agrees_by);
    return due;
}

void VirtualGame::apply_mishap(const Mishap& mishap) {
    Client& client = clients_[index(mishap.slot)];
    if (client.game == nullptr || !client.game->has_game() || client.quits_by >= 0) return;
    switch (mishap.kind) {
        case Mishap::Kind::freeze:
            client.frozen_until = now_ + mishap.length;
            break;
        case Mishap::Kind::crash:
            end_client(client);
            returns_.push_back({.at = now_ + mishap.length, .slot = mishap.slot});
            break;
        case Mishap::Kind::leave:
            if (client.frozen_until > now_) break;
            client.game->leave(own_time(client, now_));
            client.quits_by = now_ + kGoodbyeWait;
            client.away_for = mishap.length;
            break;
    }
}

/// Ends the client's program but keeps its counters.
void VirtualGame::end_client(Client& client) {
    client.own_corrections = own_corrections(&client == &clients_[0] ? Slot::gold : Slot::blue);
    client.conflicts += client.game->conflicts();
    client.game.reset();
    client.hands.reset();
}

void VirtualGame::advance_client(Slot slot) {
    Client& client = clients_[index(slot)];
    const ClientTraits& traits = options_.traits[index(slot)];
    if (client.game == nullptr || client.frozen_until > now_ || client.next_picture > now_) return;
    if (traits.picture > 0) {
        client.next_picture = now_ + traits.picture;
        if (traits.late_max > 0) client.next_picture += random_.below(static_cast<std::uint32_t>(traits.late_max));
    }
    client.game->advance(own_time(client, now_));
    client.bytes_max = std::max(client.bytes_max, client.game->figures().sent.max());
    if (!client.game->code().empty()) tokens_[index(slot)] = client.game->token();
    compare(slot);
    if (client.game->state() == client::GameClient::State::playing &&
        client.game->predictor().predicted().tick != client.game->connection().outgoing().end())
        add_finding(fmt::format("{} sends frames for ticks other than those it made them for",
                                slot == Slot::gold ? "gold" : "blue"));
    if (client.game->state() == client::GameClient::State::waiting) {
        if (client.waiting_since < 0) client.waiting_since = now_;
        if (now_ - client.waiting_since >= traits.ready_after || calm_) client.game->be_ready();
    }
    const bool goodbye_arrived = client.quits_by >= 0 && client.game->connection().messages_unacknowledged() == 0;
    if (client.quits_by >= 0 && (goodbye_arrived || now_ >= client.quits_by)) {
        end_client(client);
        returns_.push_back({.at = now_ + client.away_for, .slot = slot, .by_token = !goodbye_arrived});
        return;
    }
    // If the program found no server, the player starts it again.
    if (client.game->unreachable() && !client.game->has_game()) {
        start_client(slot, tokens_[index(slot)] != proto::Token{});
    }
}

void VirtualGame::advance_all() {
    if (!calm_ && options_.calm_at > 0 && now_ >= options_.calm_at) {
        calm_ = true;
        for (Client& client : clients_) {
            client.weather = {};
            if (client.tap != nullptr) client.tap->link().set({});
        }
        begin_calm();
    }
    while (next_weather_ < options_.weather.size() && options_.weather[next_weather_].at <= now_) {
        const Weather& weather = options_.weather[next_weather_++];
        Client& client = clients_[index(weather.slot)];
        if (calm_) continue;
        client.weather = weather.link;
        if (client.tap != nullptr) client.tap->link().set(weather.link);
    }
    while (next_mishap_ < options_.mishaps.size() && options_.mishaps[next_mishap_].at <= now_) {
        apply_mishap(options_.mishaps[next_mishap_++]);
    }
    std::erase_if(returns_, [&](const Return& back) {
        if (back.at > now_) return false;
        start_client(back.slot, back.by_token);
        return true;
    });
    for (const Slot slot : kSlots) advance_client(slot);
    if (code_.empty() && !clients_[0].game->code().empty()) {
        code_ = clients_[0].game->code();
        if (options_.players > 1) start_client(Slot::blue, false);
    }
    lobby_->advance(*meter_, now_);
    store_server_roots();
    for (const Slot slot : kSlots) check_agreement(slot);
}

void VirtualGame::begin_calm() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started() || game->has_ended()) return;
    calm_tick_ = game->world().tick;
    for (const Slot slot : kSlots) {
        if (index(slot) >= options_.players) continue;
        Client& client = clients_[index(slot)];
        const bool is_in = client.game != nullptr && client.frozen_until <= now_ &&
                           client.game->state() == client::GameClient::State::playing && game->is_connected(slot) &&
                           game->state_of(slot) == proto::Partner::here;
        client.agrees_by = now_ + (is_in ? kAgreeWithin : kRejoinWithin);
    }
}

void VirtualGame::check_agreement(Slot slot) {
    Client& client = clients_[index(slot)];
    if (now_ < client.agrees_by) return;
    const Micros allowed = client.agrees_by - options_.calm_at;
    client.agrees_by = proto::kNever;
    const bool is_there = client.game != nullptr && client.game->has_game();
    // The game ended while the player was away, and the client was told.
    if (!is_there && client.game != nullptr && client.game->state() == client::GameClient::State::ended) return;
    // Confirmed ticks have been compared, so reaching the tick means agreeing.
    if (is_there && client.game->predictor().confirmed().tick >= calm_tick_) return;
    add_finding(fmt::format("{} is at tick {} {:.1f} s after the calm began at tick {}",
                            slot == Slot::gold ? "gold" : "blue",
                            is_there ? client.game->predictor().confirmed().tick.value : 0,
                            static_cast<double>(allowed) / 1e6, calm_tick_.value));
}

const server::Session* VirtualGame::session() const {
    return lobby_->find(code_);
}

void VirtualGame::store_server_roots() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started()) return;
    const Tick tick = game->world().tick;
    for (Tick next{static_cast<std::uint32_t>(server_roots_.size())}; next <= tick; ++next) {
        const Digest* digest = game->history().find(next);
        server_roots_.push_back(digest != nullptr ? digest->root : 0);
    }
}

/// Compares every confirmed tick of a client with the server's, as far as both have come.
void VirtualGame::compare(Slot slot) {
    Client& client = clients_[index(slot)];
    if (!client.game->has_game()) return;
    const DigestHistory& history = client.game->history();
    if (history.count() == 0) return;
    const Tick newest = history.newest();
    for (; client.compared <= newest && client.compared.value < server_roots_.size(); ++client.compared) {
        const Digest* digest = history.find(client.compared);
        if (digest == nullptr || server_roots_[client.compared.value] == 0) continue;
        ++ticks_checked_;
        if (digest->root != server_roots_[client.compared.value]) {
            add_finding(fmt::format("{} differs from the server at tick {}", slot == Slot::gold ? "gold" : "blue",
                                    client.compared.value));
        }
    }
}

std::uint64_t VirtualGame::own_corrections(Slot slot) const {
    const Client& client = clients_[index(slot)];
    std::uint64_t sum = client.own_corrections;
    if (client.game != nullptr && client.game->has_game()) {
        const client::Corrections& corrections = client.game->predictor().corrections();
        sum += corrections.own_ship + corrections.own_shots;
    }
    return sum;
}

std::uint64_t VirtualGame::bytes_per_second_max(Slot slot) const {
    return clients_[index(slot)].bytes_max;
}

void VirtualGame::check_at_end() {
    for (const Slot slot : kSlots) {
        if (index(slot) >= options_.players) continue;
        const Client& client = clients_[index(slot)];
        const char* name = slot == Slot::gold ? "gold" : "blue";
        if (client.game == nullptr) {
            add_finding(fmt::format("{} is not there", name));
            continue;
        }
        // A player cannot rejoin a game that ended while they were away.
        const bool came_too_late = client.game->refusal() == proto::Refusal::unknown_code &&
                                   (session() == nullptr || session()->has_ended());
        if (client.game->state() == client::GameClient::State::failed && !came_too_late) {
            add_finding(fmt::format("{} failed: {}", name, client.game->failure()));
        }
        if (own_corrections(slot) != 0) add_finding(fmt::format("{}: own ship or shots were corrected", name));
        if (client.game->figures().desyncs != 0) add_finding(fmt::format("{}: was notified of a desync", name));
        if (client.conflicts + client.game->conflicts() != 0)
            add_finding(fmt::format("{}: received a conflicting frame", name));
        if (client.bytes_max > 8000) add_finding(fmt::format("{}: {} bytes in a second", name, client.bytes_max));
        if (session() != nullptr && client.game->has_game()) {
            const std::int32_t behind = session()->world().tick - client.game->predictor().confirmed().tick;
            if (behind > static_cast<std::int32_t>(kLeadTicksMax)) {
                add_finding(fmt::format("{} is {} ticks behind the server after the calm", name, behind));
            }
        } else if (session() != nullptr && session()->has_started() && !session()->has_ended()) {
            add_finding(fmt::format("{} has no game although one is running", name));
        }
    }
    if (metrics_.desyncs.load() != 0) add_finding("the server saw a desync");
    if (metrics_.conflicts.load() != 0) add_finding("the server received a conflicting frame");
    if (meter_->bytes_per_second_max() > 8000) {
        add_finding(fmt::format("the server sent a client {} bytes in a second", meter_->bytes_per_second_max()));
    }
    if (record_.empty()) return add_finding("no game ever began");
    replays::Recording recording;
    if (const auto error = replays::read_recording(record_, recording); !error.empty()) {
        return add_finding("the recording cannot be read: " + error);
    }
    replays::Replay replay;
    if (const auto error = replays::prepare(std::move(recording), replay, replays::Partial::accept); !error.empty()) {
        return add_finding("the recording cannot be played: " + error);
    }
    const replays::Verdict verdict = replays::verify(replay);
    if (!verdict.same) add_finding("the recording does not verify: " + verdict.text);
}

}  // namespace albireo::storm
