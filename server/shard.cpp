#include "server/shard.hpp"

#include <fmt/format.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <ctime>

#include "platform/process.hpp"
#include "platform/socket.hpp"
#include "proto/sodium_start.hpp"
#include "server/asio.hpp"
#include "server/bundle_writer.hpp"
#include "server/gate_admission.hpp"
#include "server/lan_games.hpp"
#include "server/parked_games.hpp"
#include "server/socket_watch.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"

namespace albireo::server {
namespace {

std::uint64_t random_bits() {
    std::uint64_t bits;
    randombytes_buf(&bits, sizeof bits);
    return bits;
}

/// With the quota of the options; 0 means any number there.
BundleStore bundle_store(const Config& config) {
    const std::size_t files = config.bundles_files != 0 ? config.bundles_files : SIZE_MAX;
    const std::uint64_t bytes = config.bundles_mb != 0 ? std::uint64_t{config.bundles_mb} * 1'000'000 : UINT64_MAX;
    return BundleStore(bundle_folder(config), files, bytes);
}

}  // namespace

struct Shard::Loop {
    boost::asio::io_context io;
    boost::asio::steady_timer timer{io};
    SocketWatch socket{io};               // ENet's, which reads it itself
    SocketWatch second{io};               // the rendezvous's second port
    boost::asio::thread_pool offload{1};  // does what would take the shard's thread too long
};

Micros steady_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Shard::Shard(const Config& config, std::uint32_t number, Levels& levels, std::string& error,
             std::shared_ptr<ExchangeLedger> exchanges, std::shared_ptr<AdmissionControl> admission, std::shared_ptr<LobbyStore> lobbies)
    : lobbies_(std::move(lobbies)), drain_for_(config.drain_seconds * proto::kMicrosPerSecond), loop_(std::make_unique<Loop>()), enrols_(!config.enrol_at.empty()) {
    assert(number < config.shards && config.shards <= kShardsMax && "a shard's number is below the number of shards");
    proto::EnetServerOptions options;
    options.bind = config.bind;
    options.port = config.port;
    options.shard = number;
    options.shards = config.shards;
    options.first_shard = reach::kMeetMagic;
    options.key = config.key;
    // So that neither spectators nor those who wait for a rematch take a player's place.
    options.peers_max += LobbyLimits{}.spectators_all_max + config.limits.rematch_waits.server;
    if (admission == nullptr) admission = make_admission_control(config);
    admission_ = admission;
    options.admits = admits_by(admission);
    link_ = proto::make_enet_server(options, error);
    if (link_ == nullptr) return;
    if (link_->receive_buffer_granted() < options.receive_buffer) {
        spdlog::info("shard {}: the system grants a receive buffer of {} KiB, not {}: raise net.core.rmem_max", number,
                     link_->receive_buffer_granted() / 1024, options.receive_buffer / 1024);
    }
    if (!config.web.empty()) {
        web_ = std::make_unique<WebLink>();
        joint_ = std::make_unique<proto::JointLink>(*link_, *web_);
        web_->wake_shard = [this] { boost::asio::post(loop_->io, [this] { advance_soon(); }); };
    }
    LobbyEnvironment environment;
    environment.exchanges = std::move(exchanges);
    environment.admission = std::move(admission);
    proto::SecretKey key{};
    config.key ? void(key = config.key->secret) : randombytes_buf(key.data(), key.size());
    environment.watch_key = WatchCodes::key_of(key);
    environment.random = random_bits;
    environment.wall_ms = [] {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    };
    if (!config.record_dir.empty()) {
        disk_ = std::make_unique<DiskSync>();
        records_to_ = disk_.get();
        // The game goes on without a recording if no file can be made.
        environment.record = [this, dir = config.record_dir](const std::string& code, std::uint64_t wall_ms) {
            std::string fault;
            auto sink = new_recording(*disk_, recording_path(dir, code, wall_ms), fault);
            if (sink == nullptr) spdlog::error("{}: not recorded: {}", code, fault);
            if (sink == nullptr && on_recording_failed) on_recording_failed(code, {.text = fault});
            return sink;
        };
        environment.record_part = [this, dir = config.record_dir](const std::string& code, std::uint64_t wall_ms) {
            std::string fault;
            return can_record() ? new_recording(*disk_, recording_path(dir, code, wall_ms), fault) : nullptr;
        };
        if (lobbies_ != nullptr) {
            environment.lobby_journal = [store = lobbies_](const std::string&) { return store->new_lobby(); };
            environment.journal = [this, dir = config.record_dir, key = journal_key(config.key->secret)](const std::string& code, std::uint64_t wall_ms) {
                return new_journal(*disk_, journal_path(dir, code, wall_ms), key);
            };
        }
    }
    environment.offload = [this](std::function<void()> work) { boost::asio::post(loop_->offload, std::move(work)); };
    environment.is_pass_over = [this] { return steady_now() - pass_began_ >= kVisitFor; };
    environment.program = config.program;
    environment.build = build_text(config.program);
    environment.keep_bundle = [this, store = bundle_store(config), key, writer = std::shared_ptr<BundleWriter>()](replays::Bundle bundle, Host host) mutable {
        // A server that records nothing has no disk's thread until then.
        if (disk_ == nullptr) disk_ = std::make_unique<DiskSync>();
        if (writer == nullptr) writer = std::make_shared<BundleWriter>(*disk_, store);
        writer->keep(std::move(bundle), bundle_origin(key, host));
    };
    if (Fault fault; !config.plant.empty() && parse_fault(config.plant, fault).empty()) environment.fault = fault;
    environment.log = [this](const LogEvent& event) { on_log ? on_log(event) : spdlog::info("{}", event.line()); };
    environment.recording_failed = [this](const std::string& code, const replays::RecordingFault& fault) {
        spdlog::error("{}: {}; the game continues", code, fault.line());
        if (on_recording_failed) on_recording_failed(code, fault);
    };
    environment.journal_failed = [this](const std::string& fault) {
        if (on_journal_failed) on_journal_failed(fault);
    };
    LobbyLimits limits;
    limits.sessions_max = (config.max_sessions + config.shards - 1) / config.shards;
    limits.spectators_rate = config.spectators_rate;
    lobby_ = std::make_unique<Lobby>(levels, std::move(environment), metrics_, limits);
    if (config.answers_lan) answer_lan(random_bits());
    if ((number == 0 && config.rendezvous) || enrols_) meet(config, number);
    link_->set_side_protocol([this](std::span<const std::uint8_t> datagram, proto::NetAddress from, Micros now) {
        if (meeting_ && meeting_->take(datagram, from, now)) {
            for (Shard* const each : others_) each->take({datagram.begin(), datagram.end()}, from);
            return true;
        }
        std::array<std::uint8_t, reach::kQueryBytes> answer;
        const auto size = lan_ ? lan_->take(datagram, from.host, now, answer) : std::nullopt;
        if (size && *size != 0) link_->send_datagram(from, std::span{answer}.first(*size));
        return size.has_value();
    });
    loop_->socket.watch(link_->native_socket());
}

void Shard::set_shards(std::uint32_t own, const Shards& all, std::shared_ptr<ShardLoads> loads) {
    assert(!thread_.joinable() && "after start() only the shard's thread uses the lobby");
    assert(own < all.size() && all[own].get() == this && "a shard is listed under its own number");
    lobby_->set_shards({own, static_cast<std::uint32_t>(all.size()), std::move(loads)});
    if (own != 0 || !enrols_) return;
    for (const auto& each : all) {
        if (each.get() != this) others_.push_back(each.get());
    }
}

/// From another shard's thread.
void Shard::take(std::vector<std::uint8_t> datagram, proto::NetAddress from) {
    if (handed_.fetch_add(1) >= kHandedMax) {
        --handed_;
        return;
    }
    boost::asio::post(loop_->io, [this, datagram = std::move(datagram), from] {
        --handed_;
        link_->take(from, datagram, steady_now());
        advance_soon();
    });
}

void Shard::set_directory(std::shared_ptr<Directory> directory) {
    assert(!thread_.joinable() && "after start() only the shard's thread uses the lobby");
    lobby_->set_directory(std::move(directory));
}

void Shard::recover(const Config& config, std::vector<LeftLobby> lobbies) {
    assert(!thread_.joinable() && "after start() only the shard's thread uses the lobby");
    if (lobbies_ == nullptr) return;
    auto parked = find_parked_games(*disk_, config.record_dir, journal_key(config.key->secret),
                                    [this](const std::string& code) { return lobby_->is_own(code); }, std::move(lobbies));
    if (!parked.empty()) spdlog::info("{} games of an earlier process are being recovered", parked.size());
    lobby_->recover(std::move(parked));
}

std::shared_ptr<AdmissionControl> make_admission_control(const Config& config) {
    HelloBudget::Key key;
    randombytes_buf(key.data(), key.size());
    return std::make_shared<AdmissionControl>(config.limits, config.trusted, key);
}

/// Null if games end with the process.
static std::shared_ptr<LobbyStore> open_lobbies(const Config& config) {
    if (!config.keeps_games || !config.key || config.record_dir.empty()) return nullptr;
    std::vector<std::string> faults;
    auto store = LobbyStore::open(config.record_dir, journal_key(config.key->secret), kLobbyPlaces, faults);
    for (const std::string& fault : faults) spdlog::error("{}", fault);
    return store;
}

Shards open_shards(const Config& given, Levels& levels, std::string& error, const MakeDirectory& make_directory) {
    Config config = given;
    if (!config.key) config.key = proto::KeyPair::random();  // one for all: players go from shard to shard
    Shards shards;
    const auto exchanges = std::make_shared<ExchangeLedger>();
    const auto admission = make_admission_control(config);
    const auto lobbies = open_lobbies(given);
    for (std::uint32_t i = 0; i < config.shards; ++i) {
        shards.push_back(std::make_unique<Shard>(config, i, levels, error, exchanges, admission, lobbies));
        if (!error.empty()) {
            error = fmt::format("cannot listen on {} port {}: {}", config.bind, config.port, error);
            return {};
        }
        config.port = shards.front()->port();  // of all, also if the system has chosen it
    }
    const auto directory = make_directory ? make_directory(config.port) : nullptr;
    const auto loads = std::make_shared<ShardLoads>(config.shards);
    std::vector<LeftLobby> left;
    if (lobbies) left = lobbies->take_left();
    for (std::uint32_t i = 0; i < config.shards; ++i) {
        shards[i]->set_shards(i, shards, loads);
        if (directory) shards[i]->set_directory(directory);
        std::vector<LeftLobby> own;
        std::ranges::copy_if(left, std::back_inserter(own), [&](const LeftLobby& each) { return shards[i]->is_own(each.code()); });
        shards[i]->recover(config, std::move(own));
    }
    return shards;
}

Shard::~Shard() {
    stop();
    join();
}

void Shard::start() {
    assert(link_ != nullptr && lobby_ != nullptr && "a shard without a socket is not started");
    assert(!thread_.joinable() && "a shard has one thread");
    due_by_ = steady_now() + kPassEvery;
    thread_ = std::thread([this] {
        if (loop_->second.is_watching()) loop_->second.run([this] { meeting_->read_second(steady_now()); });
        advance();
        loop_->io.run();
        done_ = true;
    });
}

void Shard::join() {
    if (thread_.joinable()) thread_.join();
    // Offloaded work calls on_recording_failed, and uses the lobby and the disk's thread.
    loop_->offload.join();
}

Micros Shard::processor_time() {
    return platform::processor_micros(thread_);
}

/// A packet has arrived: a pass now, or when kGatherFor have passed since the last one began.
void Shard::advance_soon() {
    const Micros earliest = pass_began_ + kGatherFor;
    if (steady_now() >= earliest) return advance();
    if (earliest < due_) wait_until(earliest);
}

void Shard::wait_until(Micros due) {
    due_ = due;
    due_by_ = due_;
    loop_->timer.expires_at(std::chrono::steady_clock::time_point(std::chrono::microseconds(due_)));
    loop_->timer.async_wait([this](boost::system::error_code error) {
        if (!error) advance();
    });
}

void Shard::advance() {
    const Micros now = pass_began_ = steady_now();
    if (now >= wanted_) metrics_.timer_late.note(now - wanted_);
    const std::uint64_t received = link_->traffic().packets_received;
    lobby_->advance(link(), now);
    if (meeting_) meeting_->advance([this] { return codes_to_enrol(); }, now);
    link().flush(now);
    note_socket();
    metrics_.pass.note(steady_now() - now);
    const auto is_idle = [this] { return lobby_->is_empty() && !(meeting_ && meeting_->is_relaying()); };
    if (drain_until_ >= 0 && !stopping_ && (now >= drain_until_ || is_idle())) {
        stopping_ = true;
        lobby_->park_all();
        drain_until_ = now + 2 * proto::kMicrosPerSecond;
    }
    assert((!stopping_ || drain_until_ >= 0) && "a stopping shard has a deadline");
    if (stopping_ && (lobby_->is_empty() || now >= drain_until_)) {
        // One last pass, so that goodbyes are sent.
        const Micros last = pass_began_ = steady_now();
        lobby_->finish_sweeps(last);
        lobby_->advance(link(), last);
        link().flush(last);
        loop_->io.stop();
        return;
    }
    // An idle shard makes passes too: others tell by them that it has not stalled (overdue()).
    const Micros meets = meeting_ ? meeting_->next_due(now) : proto::kNever;
    const Micros more = web_ && web_->has_more() ? now : proto::kNever;
    Micros due = std::min({lobby_->next_due(now), link_->next_due(), meets, more});
    const std::uint64_t datagrams = link_->traffic().packets_received - received;
    if (is_busy_ ? datagrams != 0 : datagrams >= kBusyFrom) {
        is_busy_ = true;
        due = std::min(due, now + kGatherFor);
        loop_->socket.rest();
    } else {
        is_busy_ = false;
        loop_->socket.run_once([this] { advance_soon(); });
    }
    const bool has_more = due <= now + 1;
    wanted_ = has_more ? now + kGoOnAfter : std::min(due, now + kPassEvery);
    wait_until(std::clamp(due, now + (has_more ? kGoOnAfter : kGatherFor), now + kPassEvery));
    assert(due_ > now && "the next pass is due after this one");
}

void Shard::answer_lan(std::uint64_t server) {
    lan_ = std::make_unique<reach::LanServer>(server, static_cast<std::uint16_t>(kCoreVersion), port(), link_->native_socket(),
                                              [this](const reach::Query& query) { return lan_games(*lobby_, query); });
}

void Shard::meet(const Config& config, std::uint32_t number) {
    meeting_ = std::make_unique<MeetingPoint>(config, number, *link_, *admission_);
    if (meeting_->second_socket() >= 0) loop_->second.watch(meeting_->second_socket());
}

std::vector<std::string> Shard::codes_to_enrol() const {
    constexpr std::size_t kMost = reach::HostMeeting::kCodesMax;
    std::vector<std::string> codes = lobby_->codes(kMost);
    // Then those of spectators, as far as there is room.
    for (std::size_t i = 0, games = codes.size(); i < games && codes.size() < kMost; ++i) {
        const Session* const session = lobby_->find(codes[i]);
        assert(session != nullptr && "the lobby finds its own codes");
        if (const std::string& watch = session->setup().watch_code; !watch.empty()) codes.push_back(watch);
    }
    return codes;
}

void Shard::note_socket() {
    const proto::EnetLinkCounters& counters = link_->enet_counters();
    const auto note = [](Metrics::Counter& counter, std::uint64_t value) {
        counter.store(value, std::memory_order_relaxed);
    };
    note(metrics_.refused_datagrams, counters.refused_datagrams);
    note(metrics_.broken_seals, counters.broken_seals);
    note(metrics_.bad_knocks, counters.bad_knocks);
    note(metrics_.challenges, counters.challenges);
    note(metrics_.full, counters.full);
    note(metrics_.hellos_dropped, counters.unadmitted);
    note(metrics_.socket_errors, counters.socket_errors);
}

void Shard::drain() {
    boost::asio::post(loop_->io, [this] {
        lobby_->drain();
        if (meeting_) meeting_->drain();
        if (drain_until_ < 0) drain_until_ = steady_now() + drain_for_;
        advance();
    });
}

void Shard::stop() {
    boost::asio::post(loop_->io, [this] {
        lobby_->drain();
        drain_until_ = steady_now();
        advance();
    });
}

void Shard::ask(std::function<void(Lobby& lobby, Micros now)> then) {
    boost::asio::post(loop_->io, [this, then = std::move(then)] {
        then(*lobby_, steady_now());
        advance();
    });
}

}  // namespace albireo::server
