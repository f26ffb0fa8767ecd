#include "client/app/activities/game_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <random>
#include <utility>

#include "client/app/activities/game_levels.hpp"
#include "client/app/activities/game_recorder.hpp"
#include "client/app/activities/reach.hpp"
#include "client/net/seat_keeper.hpp"
#include "proto/memory_link.hpp"
#include "reach/interfaces.hpp"
#include "server/key_file.hpp"
#include "server/shard.hpp"
#include "sim/witness/words.hpp"

namespace albireo::app {
namespace {

client::ClientOptions options_of(const GameHostSetup& setup, std::size_t seat, const std::string& code) {
    client::ClientOptions options;
    options.name = setup.names[seat];
    options.code = code;
    options.level = setup.level;
    options.difficulty = setup.difficulty;
    options.players = setup.play_mode == PlayMode::alone ? 1 : 2;
    options.seed = setup.seed;
    options.section = setup.from.section;
    options.phase = setup.from.phase;
    options.speed = static_cast<std::uint8_t>(setup.shared_speed);
    options.watch_delay_ms = static_cast<std::uint32_t>(setup.watch_delay) * 1000;
    options.wishes = true;
    options.ready_at_once = seat > 0;  // the first person's be_ready() counts for everybody at this machine
    options.build = build_text(setup.program);
    return options;
}

class LocalGameHost final : public GameHost {
  public:
    LocalGameHost(bot::BodyStore& bodies, GameHostSetup setup) : setup_(std::move(setup)), bodies_(bodies) {
        setup_.level = offer_level(levels_, setup_, !setup_.record_dir.empty());
        server::LobbyEnvironment environment;
        environment.random = [this] { return (std::uint64_t{entropy_()} << 32) | entropy_(); };
        environment.wall_ms = wall_ms_now;
        environment.speed_percent = setup_.speed;
        environment.program = setup_.program;
        if (!setup_.record_dir.empty()) {
            environment.record = [this](const std::string& code,
                                    std::uint64_t wall_ms) -> std::unique_ptr<replays::ByteSink> {
                NewRecording made = new_recording(setup_.record_dir, code, wall_ms);
                recording_fault_ = {.text = made.fault};
                if (made.sink) replay_path_ = made.path;
                return std::move(made.sink);  // null: the game is played without a recording
            };
        }
        environment.log = [](const std::string&) {};
        environment.recording_failed = [this](const std::string&, const replays::RecordingFault& fault) {
            recording_fault_ = fault;
        };
        lobby_ = std::make_unique<server::Lobby>(levels_, std::move(environment), metrics_);
        people_.push_back(std::make_unique<LocalPlayer>(bodies));
        games_.push_back(make_game(options_of(setup_, 0, ""), *people_[0]));
    }

    Micros time(Micros now) override {
        if (began_ < 0) began_ = now;
        return began_ + (now - began_) * setup_.speed / 100;
    }
    void advance(Micros now) override {
        // Twice, so that the clients' messages are answered, and the answers received, within one frame.
        for (int pass = 0; pass < 2; ++pass) {
            for (const auto& game : games_) game->advance(now);
            lobby_->advance(net_, now);
        }
        if (games_.size() == 1 && setup_.play_mode != PlayMode::alone && !games_[0]->code().empty()) {
            client::PlayerController* controller = nullptr;
            if (setup_.play_mode == PlayMode::two) {
                people_.push_back(std::make_unique<LocalPlayer>(bodies_));
                controller = people_.back().get();
            } else {
                partner_ = std::make_unique<BotPartner>(bodies_, bot::BotController::Options{.skill = setup_.skill, .seed = 1});
                controller = partner_.get();
            }
            games_.push_back(make_game(options_of(setup_, 1, games_[0]->code()), *controller));
        }
    }
    GameClient& game() override { return *games_[0]; }
    const GameHostSetup& setup() const override { return setup_; }
    bool go_on(const std::string& level) override {
        std::vector<client::ClientOptions> all_options;
        for (const auto& game : games_) {
            if (!game->goes_on()) return false;  // the partner has not reached the level's end yet
            all_options.push_back(game->next_options(level));
        }
        for (std::size_t seat = 0; seat < games_.size(); ++seat) {
            // The first person decides for this screen; a bot does not wait for results.
            all_options[seat].ready_at_once = seat > 0;
            games_[seat] = make_game(std::move(all_options[seat]), controller_of(seat));
        }
        return true;
    }
    void leave(Micros now) override {
        for (const auto& game : games_) game->leave(now);
        advance(now);
        lobby_->close_all(now);
    }
    std::vector<LocalPlayer*> people() override {
        std::vector<LocalPlayer*> all;
        for (const auto& person : people_) all.push_back(person.get());
        return all;
    }
    bool is_private() const override { return true; }
    std::string replay_path() const override { return replay_path_; }
    replays::RecordingFault recording_fault() const override { return recording_fault_; }

  private:
    client::PlayerController& controller_of(std::size_t seat) {
        return seat < people_.size() ? static_cast<client::PlayerController&>(*people_[seat]) : *partner_;
    }
    std::unique_ptr<GameClient> make_game(client::ClientOptions options, client::PlayerController& controller) {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return net_.connect(); };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) {
            return levels_.find(name, difficulty);
        };
        return std::make_unique<GameClient>(std::move(options), std::move(environment), controller);
    }

    GameHostSetup setup_;
    bot::BodyStore& bodies_;
    std::random_device entropy_;
    server::Levels levels_;
    server::Metrics metrics_;
    proto::MemoryNet net_;  // outlives the games' links
    std::unique_ptr<server::Lobby> lobby_;
    std::vector<std::unique_ptr<LocalPlayer>> people_;
    std::unique_ptr<BotPartner> partner_;
    std::vector<std::unique_ptr<GameClient>> games_;
    std::string replay_path_;
    replays::RecordingFault recording_fault_;
    Micros began_ = -1;
};

/// The newest recording that the server in this program has written for this code.
std::string newest_recording(const std::string& folder, const std::string& code) {
    std::string newest;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string path = entry.path().string();
        if (path.ends_with("-" + code + ".replay")) newest = std::max(newest, path);
    }
    return newest;
}

class UdpGameHost final : public GameHost {
  public:
    UdpGameHost(bot::BodyStore& bodies, GameHostSetup setup, client::ServerAddress server, const std::string& code)
        : setup_(std::move(setup)), bodies_(bodies), server_(std::move(server)), person_(bodies), hosts_(code.empty()) {
        const bool is_met = server_.route != client::Route::direct;
        seat_ = std::make_unique<client::SeatKeeper>(client::SeatPaths{setup_.seat_path, setup_.seat_key_path}, this->server(), is_met ? setup_.rendezvous : "");
        client_ = make_client(0, code, person_);
        recorder_ = std::make_unique<GameRecorder>(setup_.record_dir, setup_.program, client_->game());
    }

    /// Opens a server first. On failure, `error` has the reason.
    UdpGameHost(bot::BodyStore& bodies, GameHostSetup setup, std::uint16_t port, std::string& error)
        : setup_(std::move(setup)), bodies_(bodies), person_(bodies) {
        server::Config config;
        config.port = port;
        config.program = setup_.program;
        config.answers_lan = setup_.lan;
        config.enrol_at = setup_.rendezvous;
        config.may_relay = setup_.may_relay;
        config.spectators_rate = server::kHomeSpectatorsRate;
        config.record_dir = setup_.record_dir;
        // Without the key file the game can still be played, but the friend will not recognise this server next time.
        std::string ignored;
        if (!setup_.server_key_path.empty()) config.key = server::load_or_make_key(setup_.server_key_path, ignored);
        if (!config.record_dir.empty()) recording_fault_.text = folder_fault(config.record_dir);
        shard_ = std::make_unique<server::Shard>(config, 0, levels_, error);
        if (!error.empty()) return;
        setup_.level = offer_level(levels_, setup_, true);
        // Those that players may choose after it.
        later_levels_ = std::async(std::launch::async, [this, name = setup_.level, difficulty = setup_.difficulty] {
            for (std::string next = levels_.after(name); !next.empty(); next = levels_.after(next)) {
                if (const auto level = levels_.find(next, difficulty)) levels_.packed(*level);
            }
        });
        shard_->on_recording_failed = [this](const std::string& code, const replays::RecordingFault& fault) {
            const std::lock_guard lock(recording_faults_guard_);
            recording_faults_[code] = fault;
        };
        shard_->start();
        server_ = {"127.0.0.1", shard_->port()};
        address_ = proto::join_address(own_address(), shard_->port());  // cached: screens read it every frame
        own_addresses_ = own_addresses();
        if (shard_->has_ipv6()) own_ipv6_ = reach::global_ipv6();
        own_ipv6_.resize(std::min(own_ipv6_.size(), kIpv6InInvitation));
        if (setup_.maps_port) mapper_ = std::make_unique<reach::PortMapper>(reach::PortMapperOptions{.port = shard_->port(), .asks_ipv6 = shard_->has_ipv6()});
        client_ = make_client(0, "", person_);
    }

    std::optional<reach::Invitation> invitation() override {
        if (!hosts_ || game().code().empty()) return {};
        reach::Invitation made{.code = game().code()};
        const auto key = shard_ ? shard_->server_key() : client_->server_key();
        if (key) made.key = proto::link_text_of(*key);
        if (!shard_) made.addresses.push_back({server_.host, server_.port});
        const reach::PortMapping open = mapping();
        if (open.is_told()) made.addresses.push_back({reach::address_text(open.address), open.port});
        if (shard_) made.rendezvous = reach::read_address(setup_.rendezvous);
        for (const reach::Pinhole& each : open.pinholes) {
            // The router translates prefixes: the internet knows this computer by another address.
            if (each.is_told() && each.outside != proto::NetAddress{each.own, shard_->port()}) made.addresses.push_back({proto::text_of(each.outside.host), each.outside.port});
        }
        for (const proto::IpAddress& each : own_ipv6_) made.addresses.push_back({proto::text_of(each), shard_->port()});
        for (const std::string& each : own_addresses_) made.addresses.push_back({each, shard_->port()});
        return made;
    }
    reach::Enrolment enrolment() override {
        return shard_ && !game().code().empty() ? shard_->enrolment_of(game().code()) : reach::Enrolment::none;
    }
    reach::PortMapping mapping() const override {
        if (!mapper_) return {};
        reach::PortMapping told = mapper_->mapping();
        if (told.is_open()) told.probe = shard_->probe({told.address, told.port});
        if (!told.pinholes.empty()) told.set_pinhole_probe(shard_->probe(told.pinholes.front().outside));
        return told;
    }

    void advance(Micros now) override {
        client_->advance(now);
        if (partner_client_) partner_client_->advance(now);
        if (partner_client_ && partner_client_->game().goes_on()) {
            partner_client_ = next_client(*partner_client_, partner_client_->game().next_options(), *partner_);
        }
        // A bot agrees to everything.
        if (partner_client_ && game().wishes_restart()) partner_client_->game().wish_restart(true);
        if (seat_) seat_->follow(game());
        mapping_log_.note(mapping());
        keep_seat();
    }
    bool is_in_real_time() const override { return true; }
    GameClient& game() override { return client_->game(); }
    const GameHostSetup& setup() const override { return setup_; }
    bool go_on(const std::string& level) override {
        client::ClientOptions options = game().next_options(level);
        options.ready_at_once = false;
        if (options.rematch) {
            // keep_seat() seats a bot in the new game, until the friend asks for the rematch too.
            partner_client_.reset();
            partner_.reset();
            kept_ = false;
        }
        recorder_.reset();
        client_ = next_client(*client_, std::move(options), person_);
        if (!shard_) recorder_ = std::make_unique<GameRecorder>(setup_.record_dir, setup_.program, client_->game());
        return true;
    }
    void leave(Micros now) override {
        left_ = true;
        if (recorder_) recorder_->finish();
        game().leave(now);
        if (partner_client_) partner_client_->game().leave(now);
        advance(now);
    }
    void farewell() override {
        const Micros until = client::UdpClient::now() + proto::kMicrosPerSecond / 2;
        while (game().connection().messages_unacknowledged() > 0 && client::UdpClient::now() < until) {
            advance(client::UdpClient::now());
            client_->wait(10'000);
        }
    }
    std::vector<LocalPlayer*> people() override { return {&person_}; }
    bool is_private() const override { return false; }
    bool owns_game() const override { return hosts_; }
    bool keeps_seat() const override { return partner_client_ != nullptr; }
    std::string server() const override {
        return shard_ ? std::string() : proto::join_address(server_.host, server_.port);
    }
    std::string replay_path() const override {
        return recorder_ ? recorder_->path() : newest_recording(setup_.record_dir, client_->game().code());
    }
    replays::RecordingFault recording_fault() const override {
        if (recorder_) return recorder_->fault();
        const std::lock_guard lock(recording_faults_guard_);
        const auto found = recording_faults_.find(client_->game().code());
        return found == recording_faults_.end() ? recording_fault_ : found->second;
    }
    std::string key_note() const override { return client_->key_note(); }
    std::string seat_fault() const override { return seat_ ? seat_->fault() : std::string(); }
    std::string address() const override { return address_; }

  private:
    /// A bot plays until a friend joins, and again after the friend has left.
    void keep_seat() {
        if (!hosts_ || left_ || setup_.play_mode != PlayMode::bot || game().code().empty()) return;
        // The client of a rematch has the old code until it gets its seat.
        if (game().state() == GameClient::State::connecting || game().state() == GameClient::State::entering) return;
        using proto::Partner;
        const Partner partner = game().partner_state();
        if (partner_client_ && partner_client_->game().state() == GameClient::State::failed) {
            partner_client_.reset();
            partner_.reset();
            kept_ = true;
        }
        if (partner_client_ || (kept_ && partner != Partner::left) || game().state() == GameClient::State::ended) return;
        partner_ = std::make_unique<BotPartner>(bodies_, bot::BotController::Options{.skill = setup_.skill, .seed = 1});
        partner_client_ = make_client(1, game().code(), *partner_);
    }
    std::unique_ptr<client::UdpClient> make_client(std::size_t seat, const std::string& code, client::PlayerController& controller) {
        client::ClientOptions options = options_of(setup_, seat, code);
        options.stand_in = &controller == partner_.get();
        options.voice = !options.stand_in;
        if (seat_ && !options.stand_in) options.token = seat_->token_for(code);
        return make_client(std::move(options), controller);
    }
    std::unique_ptr<client::UdpClient> next_client(const client::UdpClient& before, client::ClientOptions options,
                                                   client::PlayerController& controller) {
        auto next = make_client(std::move(options), controller);
        next->go_on_from(before);
        return next;
    }
    std::unique_ptr<client::UdpClient> make_client(client::ClientOptions options, client::PlayerController& controller) {
        return std::make_unique<client::UdpClient>(
            server_, std::move(options),
            [this](const std::string& name, Difficulty difficulty) { return levels_.find(name, difficulty); }, controller,
            client::KnownServers(setup_.known_servers_path), setup_.server_key);
    }

    GameHostSetup setup_;
    bot::BodyStore& bodies_;
    server::Levels levels_;
    std::future<void> later_levels_;
    client::ServerAddress server_;
    mutable std::mutex recording_faults_guard_;                        // the shard's thread writes them
    std::map<std::string, replays::RecordingFault> recording_faults_;  // by code
    std::unique_ptr<server::Shard> shard_;
    std::string address_;
    std::vector<std::string> own_addresses_;     // of this machine, for a friend in the same network
    std::vector<proto::IpAddress> own_ipv6_;     // … for a friend anywhere, at most kIpv6InInvitation
    static constexpr std::size_t kIpv6InInvitation = 2;
    std::unique_ptr<reach::PortMapper> mapper_;  // null: no port is asked for
    MappingLog mapping_log_;
    LocalPlayer person_;
    std::unique_ptr<BotPartner> partner_;
    std::unique_ptr<client::UdpClient> client_, partner_client_;
    std::unique_ptr<GameRecorder> recorder_;            // records a game on another machine's server
    std::unique_ptr<client::SeatKeeper> seat_;  // keeps the seat in it
    replays::RecordingFault recording_fault_;   // of a game on this machine's server
    bool hosts_ = true;                         // returned by owns_game()
    bool kept_ = false;                         // a bot has kept the seat
    bool left_ = false;
};

}  // namespace

std::unique_ptr<GameHost> open_local_game(bot::BodyStore& bodies, const GameHostSetup& setup) {
    return std::make_unique<LocalGameHost>(bodies, setup);
}

std::unique_ptr<GameHost> host_game(bot::BodyStore& bodies, const GameHostSetup& setup, std::uint16_t port,
                                  std::string& error) {
    auto game_host = std::make_unique<UdpGameHost>(bodies, setup, port, error);
    return error.empty() ? std::move(game_host) : nullptr;
}

std::unique_ptr<GameHost> join_game(bot::BodyStore& bodies, const GameHostSetup& setup, const client::ServerAddress& server,
                                  const std::string& code) {
    return std::make_unique<UdpGameHost>(bodies, setup, server, code);
}

}  // namespace albireo::app
