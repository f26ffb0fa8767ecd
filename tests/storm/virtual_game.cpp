// One file: server, clients and network of one game share its clock and its faults.
#include "tests/storm/virtual_server.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "sim/script/compile.hpp"
#include "tests/storm/memory_network.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kServerDelay = 300;  // a server reads its socket a fraction of a millisecond after a packet arrives

}  // namespace

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
      network_(options_.make_network ? options_.make_network(options_.seed) : std::make_unique<MemoryNetwork>()),
      meter_(std::make_unique<Meter>(*this)),
      disk_(std::make_unique<Disk>(*this)),
      board_(std::make_unique<Board>(*this)),
      order_random_(Random::seed(options_.seed * 2654435761u, 0x0dde5)),
      rare_random_(Random::seed(options_.seed * 2246822519u, 0x2a2e)) {
    if (!options_.levels_folder.empty()) {
        if (const std::string error = levels_.offer_folder(options_.levels_folder); !error.empty()) add_finding(error);
    }
    if (!options_.stages.empty()) {
        std::vector<std::string> names;
        for (const auto& [name, compiled] : options_.stages) {
            levels_.offer(name, options_.difficulty, compiled);
            names.push_back(name);
        }
        if (const std::string error = levels_.set_campaign(names); !error.empty()) add_finding(error);
        options_.level = script::kCampaign;
    }
    if (options_.compiled != nullptr) levels_.offer(options_.level, options_.difficulty, options_.compiled);
    start_server();
    spectator_comes_ = options_.spectator_at;
    for (const Slot slot : kSlots) {
        clients_[index(slot)].link = options_.links[index(slot)];
        clients_[index(slot)].clock.push_back({.from = 0, .own = 0, .ppm = options_.clock_ppm[index(slot)]});
    }
    start_client(Slot::gold, false);
}

VirtualGame::~VirtualGame() = default;

void VirtualGame::start_server() {
    server::LobbyEnvironment environment;
    environment.random = [this] { return (std::uint64_t{random_.next()} << 32) | random_.next(); };
    environment.wall_ms = [this] {
        // A fixed day for games whose clock is set back; other recordings have no date.
        constexpr std::uint64_t kDay = 1'767'225'600'000;
        return wall_back_ms_ == 0 ? 0 : kDay + static_cast<std::uint64_t>(now_) / 1000 - wall_back_ms_;
    };
    environment.record = [this](const std::string& code, std::uint64_t) {
        const server::Session* const game = lobby_->find(code);
        return disk_->recording(code, game != nullptr ? stage_of(game->setup()) : 0);
    };
    environment.record_part = [this](const std::string&, std::uint64_t) { return disk_->part(); };
    environment.journal = [this](const std::string& code, std::uint64_t) { return disk_->create(code); };
    environment.lobby_journal = [this](const std::string&) { return disk_->create_lobby(); };
    environment.log = [this](const std::string& line) {
        log_.push_back(fmt::format("{:9.3f} {}", static_cast<double>(now_) / 1e6, line));
    };
    environment.build = "virtual server";
    environment.keep_bundle = [this](const replays::Bundle& bundle, server::Host) { bundles_.push_back(bundle); };
    environment.fault = options_.server_fault;
    if (options_.offload_delay > 0) {
        environment.offload = [this](std::function<void()> work) { offloaded_.emplace_back(now_ + options_.offload_delay, std::move(work)); };
    }
    environment.admission = admission_ = network_->begin_server();
    lobby_ = std::make_unique<server::Lobby>(levels_, std::move(environment), metrics_);
    lobby_->recover(disk_->parked());
}

void VirtualGame::add_finding(std::string what) {
    if (findings_.size() < 20) findings_.push_back({now_, std::move(what)});
}

std::shared_ptr<const Level> VirtualGame::level(const std::string& name, Difficulty difficulty) {
    return levels_.find(name, difficulty);
}

void VirtualGame::start_client(Slot slot, bool by_token) {
    Client& client = clients_[index(slot)];
    client.is_by_token = by_token;
    client.controller = options_.make_controller(slot, options_.seed * 2 + static_cast<std::uint32_t>(slot));

    client::ClientOptions options;
    options.name = slot == Slot::gold ? "gold" : "blue";
    options.level = options_.level;
    options.difficulty = options_.difficulty;
    options.players = options_.players;
    options.seed = options_.seed;
    options.section = options_.section;
    options.phase = options_.phase;
    options.speed = options_.speed;
    options.watch_delay_ms = options_.watch_delay_ms;
    options.eco = options_.eco;
    options.samples = board_.get();
    options.voice = options_.voice;
    if (stages_.size() == 1) options.fault = options_.faults[index(slot)];  // its tick is one of the first level
    if (const server::Session* game = session(); by_token && options_.fault_after_crash && game != nullptr) {
        options.fault = options_.fault_after_crash;
        options.fault->tick = game->tick() + options_.fault_after_crash->tick.value;
    }
    options.ready_at_once = options_.traits[index(slot)].ready_after == 0;
    if (slot == Slot::blue || !code_.empty()) options.code = code_;
    if (by_token) options.token = tokens_[index(slot)];
    open_client(slot, std::move(options));
}

void VirtualGame::open_client(Slot slot, client::ClientOptions options) {
    Client& client = clients_[index(slot)];
    client.is_playing = client.differs = false;
    client.compared = {};
    client.waiting_since = client.quits_by = -1;
    client::ClientEnvironment environment;
    environment.open_link = [this, slot] { return open_link(slot); };
    environment.find_level = [this, slot](const std::string& name, Difficulty difficulty) {
        return options_.traits[index(slot)].lacks_level ? nullptr : level(name, difficulty);
    };
    client.game = std::make_unique<client::GameClient>(std::move(options), std::move(environment), *client.controller);
}

std::unique_ptr<proto::Link> VirtualGame::open_link(Slot slot) {
    Client& mine = clients_[index(slot)];
    proto::FaultyLinkOptions link = calm_ ? proto::FaultyLinkOptions{} : mine.link;
    link.out.seed = options_.seed * 7919 + ++link_seed_;
    link.in.seed = options_.seed * 104729 + ++link_seed_;
    Tricks tricks = calm_ ? Tricks{} : options_.tricks[index(slot)];
    tricks.seed = link.out.seed;
    return network_->connect(slot, link, tricks);
}

Micros VirtualGame::own_time(const Client& client, Micros now) const {
    auto clock = client.clock.rbegin();
    while (clock->from > now) ++clock;
    const Micros passed = now - clock->from;
    return clock->own + passed + passed * clock->ppm / 1'000'000;
}

Micros VirtualGame::true_time(const Client& client, Micros own) const {
    if (own == proto::kNever) return own;
    // In two steps, so that hours of microseconds times a million do not overflow.
    const Client::Clock& clock = client.clock.back();
    const Micros scale = 1'000'000 + clock.ppm;
    const Micros passed = std::max<Micros>(own - clock.own, 0);
    return clock.from + passed / scale * 1'000'000 + passed % scale * 1'000'000 / scale + 1;
}

bool VirtualGame::is_over() const {
    for (const Slot slot : kSlots) {
        if (!is_client(slot)) continue;
        const auto& game = clients_[index(slot)].game;
        if (game == nullptr) return false;
        if (game->state() != client::GameClient::State::ended && game->state() != client::GameClient::State::failed) {
            return false;
        }
    }
    return lobby_->is_empty();
}

void VirtualGame::run(Micros until) {
    [[maybe_unused]] const Rarities rarities(*this);
    while (now_ < until && !(lobby_ != nullptr && is_over())) {
        advance_all();
        now_ = std::clamp(next_due(), now_ + 1, until);
        // So that more than one of the three have something to do.
        if (options_.random_order) now_ = std::min(now_ + order_random_.below(1'000), until);
    }
}

Micros VirtualGame::next_due() const {
    Micros due = lobby_ == nullptr              ? crash_.starts_at
                 : server_frozen_until_ > now_ ? server_frozen_until_
                                               : std::min(lobby_->next_due(now_), network_->server_due());
    if (hostile_ != nullptr) due = std::min(due, hostile_->next_due());
    if (stranger_ != nullptr && !calm_) due = std::min(due, stranger_->next_due());
    if (neighbours_ != nullptr) due = std::min(due, neighbours_->next_due());
    due = std::min({due, spectator_due_, crash_.stops_by});
    due = std::min(due, network_->next_due());
    for (const Slot slot : kSlots) {
        const Client& client = clients_[index(slot)];
        if (client.game == nullptr) continue;
        if (client.frozen_until > now_) {
            due = std::min(due, client.frozen_until);
            continue;
        }
        Micros own = true_time(client, client.game->next_due(own_time(client, now_)));
        if (const Micros packet = network_->next_due_at(slot); packet != proto::kNever)
            own = std::min(own, true_time(client, packet) + kServerDelay);
        if (client.quits_by >= 0) own = std::min(own, client.quits_by);
        own = std::min(own, client.end_crash_at);
        due = std::min(due, std::max(own, client.next_picture));
    }
    if (next_link_change_ < options_.link_changes.size()) due = std::min(due, options_.link_changes[next_link_change_].at);
    if (next_incident_ < options_.incidents.size()) due = std::min(due, options_.incidents[next_incident_].at);
    for (const Return& back : returns_) due = std::min(due, back.at);
    if (options_.calm_at > now_) due = std::min(due, options_.calm_at);
    for (const Client& client : clients_) due = std::min(due, client.agrees_by);
    return due;
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
    if (options_.voice) talk(slot);
    note_return(slot);
    crash_at_end(slot);
    if (client.game == nullptr) return;
    client.bytes_max = std::max(client.bytes_max, client.game->figures().sent.max());
    if (!client.game->code().empty()) {
        tokens_[index(slot)] = client.game->token();
        if (code_.empty()) code_ = client.game->code();
    }
    compare(slot);
    if (client.game->goes_on()) return follow_campaign(slot);
    if (client.game->state() == client::GameClient::State::playing &&
        client.game->predictor().predicted().tick != client.game->connection().outgoing().end())
        add_finding(fmt::format("{} sends frames for other ticks than it made them for",
                                slot == Slot::gold ? "gold" : "blue"));
    if (client.game->state() == client::GameClient::State::waiting) {
        if (client.waiting_since < 0) client.waiting_since = now_;
        if (now_ - client.waiting_since >= traits.ready_after || calm_) client.game->be_ready();
    }
    // A client that looks for its server has a new connection, which has sent nothing yet.
    const bool goodbye_arrived = client.quits_by >= 0 && client.game->state() != client::GameClient::State::returning &&
                                 client.game->connection().messages_unacknowledged() == 0;
    if (client.quits_by >= 0 && (goodbye_arrived || now_ >= client.quits_by)) {
        end_client(client);
        returns_.push_back({.at = now_ + client.away_for, .slot = slot, .by_token = !goodbye_arrived});
        return;
    }
    // The seat is still held by the connection of the program that crashed: the player tries again.
    if (client.game->refusal() == proto::Refusal::session_full && !client.game->has_game()) {
        end_client(client);
        returns_.push_back({.at = now_ + 2 * proto::kMicrosPerSecond,
                            .slot = slot,
                            .by_token = tokens_[index(slot)] != proto::Token{}});
        return;
    }
    // If the program found no server, the player starts it again.
    if (client.game->unreachable() && !client.game->has_game()) {
        start_client(slot, tokens_[index(slot)] != proto::Token{});
    }
}

void VirtualGame::advance_all() {
    network_->advance(now_);
    if (!calm_ && options_.calm_at > 0 && now_ >= options_.calm_at) {
        calm_ = true;
        for (const Slot slot : kSlots) {
            clients_[index(slot)].link = {};
            network_->calm(slot);
        }
        if (hostile_ != nullptr) hostile_->leave(now_);
        begin_calm();
    }
    while (next_link_change_ < options_.link_changes.size() && options_.link_changes[next_link_change_].at <= now_) {
        const LinkChange& change = options_.link_changes[next_link_change_++];
        Client& client = clients_[index(change.slot)];
        if (calm_) continue;
        client.link = change.link;
        if (change.is_dark && is_client(change.slot)) ++partitions_;
        network_->set(change.slot, change.link);
    }
    while (next_incident_ < options_.incidents.size() && options_.incidents[next_incident_].at <= now_) {
        apply_incident(options_.incidents[next_incident_++]);
    }
    std::erase_if(returns_, [&](const Return& back) {
        if (back.at > now_) return false;
        start_client(back.slot, back.by_token);
        return true;
    });
    advance_in_order();
    advance_spectator();
    advance_stranger();
    advance_neighbours();
    for (const Slot slot : kSlots) check_agreement(slot);
}

/// The two clients and the server: in this order, or in a random one.
void VirtualGame::advance_in_order() {
    static constexpr std::array<std::array<int, 3>, kOrders> kOrder = {
        {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    const std::uint32_t order = options_.random_order ? order_random_.below(kOrders) : 0;
    if (order != 0) ++swaps_;
    for (const int who : kOrder[order]) {
        if (who == 2) {
            advance_server();
        } else if (who == 1 && hostile_ != nullptr) {
            hostile_->advance(now_);
        } else {
            advance_client(kSlots[static_cast<std::size_t>(who)]);
        }
    }
}

void VirtualGame::advance_server() {
    if (!code_.empty() && !has_partner_) {
        has_partner_ = true;
        if (has_hostile()) {
            hostile_ = std::make_unique<HostilePartner>(options_.seed, code_, [this] { return network_->connect_stranger(); });
        } else if (options_.players > 1) {
            start_client(Slot::blue, false);
        }
    }
    if (lobby_ == nullptr) {
        for (const Slot slot : kSlots) {
            const Client& client = clients_[index(slot)];
            if (client.game == nullptr || !client.game->has_game()) continue;
            const client::Predictor& predictor = client.game->predictor();
            // Up to own_from() the frames of a player who has returned are absent by rule: nobody has told the client.
            if (predictor.confirmed().tick <= predictor.own_from() || stage_of(*client.game) != crash_.stage) continue;
            crash_.confirmed[index(slot)] = std::max(crash_.confirmed[index(slot)], predictor.confirmed().tick);
        }
        if (now_ < crash_.starts_at) return;
        crash_.started_at = now_;
        start_server();
    }
    if (server_frozen_until_ > now_) return;
    try {
        for (; !offloaded_.empty() && offloaded_.front().first <= now_; offloaded_.pop_front()) offloaded_.front().second();
        lobby_->advance(*meter_, now_);
        meter_->flush(now_);
        stop_if_done();
    } catch (const Killed&) {
        return kill_server();
    }
    if (lobby_ == nullptr) return;
    check_resumed();
    check_setup();
    store_server_roots();
    note_end();
}

void VirtualGame::note_end() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started()) return;
    Stage& stage = stages_.back();
    if (stage_of(game->setup()) != stages_.size() - 1 || stage.ended || !game->has_ended()) return;
    stage.ended = game->ending(Slot::gold);
    stage.ended_at = now_;
}

/// What the server says about the end of the whole game.
std::optional<proto::Ended> VirtualGame::ended() const {
    const auto& last = stages_.back().ended;
    return last && !last->goes_on ? last : std::nullopt;
}

/// The level has ended for this client: its program plays the next one.
void VirtualGame::follow_campaign(Slot slot) {
    Client& client = clients_[index(slot)];
    check_outcome(slot);
    client::ClientOptions next = client.game->next_options();
    next.fault.reset();  // a planted fault strikes once
    next.samples = nullptr;
    end_client(client);
    client.controller = options_.make_controller(slot, options_.seed * 2 + static_cast<std::uint32_t>(slot));
    client.is_by_token = true;
    open_client(slot, std::move(next));
    ++coverage_.followed;
}

void VirtualGame::begin_calm() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started() || game->has_ended()) return;
    calm_tick_ = game->tick();
    calm_stage_ = stage_of(game->setup());
    for (const Slot slot : kSlots) {
        if (!is_client(slot)) continue;
        Client& client = clients_[index(slot)];
        const bool is_in = now_ - client.disturbed_at >= kDisturbedFor && client.game != nullptr && client.frozen_until <= now_ &&
                           client.game->state() == client::GameClient::State::playing && game->is_connected(slot) &&
                           game->state_of(slot) == proto::Partner::here;
        client.agrees_by = std::max(now_, returns_at(slot)) + (is_in ? kAgreeWithin : kRejoinWithin) * 100 / options_.speed;
    }
}

/// When the client starts again after a crash; -1: it runs.
Micros VirtualGame::returns_at(Slot slot) const {
    const auto back = std::ranges::find(returns_, slot, &Return::slot);
    return back != returns_.end() ? back->at : -1;
}

/// Runs until no client has time left in which to agree.
void VirtualGame::let_agree() {
    const auto last = [&] {
        Micros by = now_;
        for (const Client& client : clients_) by = client.agrees_by == proto::kNever ? by : std::max(by, client.agrees_by + 1);
        return by;
    };
    while (now_ < last() && !(lobby_ != nullptr && is_over())) run(last());
}

const std::vector<std::uint8_t>& VirtualGame::recording() const {
    static const std::vector<std::uint8_t> none;
    const auto found = records_.find(code_);
    return found != records_.end() && !found->second.empty() ? found->second.back() : none;
}

const server::Session* VirtualGame::session() const {
    return lobby_ != nullptr ? lobby_->find(code_) : nullptr;
}

}  // namespace albireo::storm
