// Goal: over real sockets, a hostile peer harms no game of other players. Two bots play while it sends garbage, replayed packets, frames
// of the far future and a flood, and asks for everything and reads nothing. No packet costs the server much work, however busy the
// machine is, and no tick freezes, except as long as the machine delayed an idle timer too.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <filesystem>
#include <string>
#include <thread>

#include "client/net/udp_client.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "server/shard.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/beside.hpp"
#include "tests/session/idle_timer.hpp"

using namespace albireo;
using attacks::Player;
using client::GameClient;
using client::Micros;
using client::UdpClient;
using session_tests::stay_on_core;

namespace {

constexpr std::uint32_t kGameTicks = 6 * kTicksPerSecond;

// The limit on a hostile packet's cost: processor time of the server's thread, in which the work of other programs does not count.
constexpr double kWorkMostUs = 30, kLevelWorkMostUs = 500;  // measured: 1 to 12, and 200 to 270 with its packets

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// A UDP socket on loopback that never blocks.
struct Socket {
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    Socket() {
        sockaddr_in any = loopback(0);
        REQUIRE(bind(fd, reinterpret_cast<sockaddr*>(&any), sizeof any) == 0);
        fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    Socket(const Socket&) = delete;
    ~Socket() { close(fd); }
    std::uint16_t port() const {
        sockaddr_in own{};
        socklen_t size = sizeof own;
        getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size);
        return ntohs(own.sin_port);
    }
    void send(std::span<const std::uint8_t> bytes, const sockaddr_in& to) const {
        sendto(fd, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    std::size_t receive(std::span<std::uint8_t> bytes, sockaddr_in& from) const {
        socklen_t size = sizeof from;
        const auto got = recvfrom(fd, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }
};

/// A relay between one player and the server that passes everything on and repeats packets later, both ways.
class Replayer {
  public:
    explicit Replayer(std::uint16_t server) : server_(loopback(server)) {}
    std::uint16_t port() const { return front_.port(); }
    void turn(Random& random) {
        std::array<std::uint8_t, 2048> bytes;
        sockaddr_in from{};
        while (const std::size_t size = front_.receive(bytes, from)) {
            client_ = from;
            back_.send(keep(up_, {bytes.data(), size}), server_);
        }
        while (const std::size_t size = back_.receive(bytes, from))
            front_.send(keep(down_, {bytes.data(), size}), client_);
        if (random.below(4) != 0) return;  // 250 a second, four times the real traffic
        if (!up_.empty()) back_.send(up_[random.below(static_cast<std::uint32_t>(up_.size()))], server_);
        if (!down_.empty()) front_.send(down_[random.below(static_cast<std::uint32_t>(down_.size()))], client_);
    }

  private:
    using Kept = std::deque<std::vector<std::uint8_t>>;
    static std::span<const std::uint8_t> keep(Kept& kept, std::span<const std::uint8_t> bytes) {
        kept.emplace_back(bytes.begin(), bytes.end());
        if (kept.size() > 400) kept.pop_front();
        return kept.back();
    }
    sockaddr_in server_, client_{};
    Socket front_, back_;
    Kept up_, down_;
};

/// A peer with a proper connection, which it then abuses.
struct Guest {
    explicit Guest(std::uint16_t port) {
        std::string error;
        link = proto::make_enet_client("127.0.0.1", port, error);
        REQUIRE(link != nullptr);
        connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "guest"});
    }
    /// Sends what is due, and reads only if `reads`.
    void turn(bool reads) {
        const Micros now = UdpClient::now();
        proto::LinkEvent event;
        while (link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received && reads)
                connection.receive(event.channel, event.bytes, now);
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(proto::kServer, packet.channel, packet.bytes(), now);
        link->flush(now);
    }
    void send(std::span<const std::uint8_t> packet, proto::Channel channel) {
        link->send(proto::kServer, channel, packet, UdpClient::now());
    }
    std::unique_ptr<proto::EnetLink> link;
    proto::Connection connection;
};

/// The kinds of hostile traffic. Packets are counted for each kind.
enum Harm : std::uint8_t { kNoise, kFuture, kFlood, kSloth, kHarms };
constexpr std::array<const char*, kHarms> kHarmNames{"noise from strangers", "frames from the far future",
                                                     "a flood within a connection", "levels asked for and never read"};

class Harmful {
  public:
    explicit Harmful(std::uint16_t port) : server_(loopback(port)), prophet_(port), flooder_(port), sloth_(port) {
        prophet_.connection.send(proto::Create{.level = "the_cut", .players = 1});
        sloth_.connection.send(proto::Create{.level = "the_cut", .players = 1});
    }
    /// Sends about a millisecond's worth.
    void turn(Harm harm) {
        switch (harm) {
            case kNoise:
                for (int i = 0; i < 4; ++i) stranger_.send(noise(i == 0 ? 1400 : 60), server_);
                sent_[kNoise] += 4;
                break;
            case kFuture:
                send_future_frames();
                break;
            case kFlood:
                flooder_.turn(true);
                for (int i = 0; i < 8; ++i) flooder_.send(noise(200), static_cast<proto::Channel>(i % 2));
                flooder_.link->flush(UdpClient::now());
                sent_[kFlood] += 8;
                break;
            case kSloth:
                sloth_.turn(false);
                if (turns_++ % 50 == 0) sloth_.connection.send(proto::LevelWanted{1}), ++sent_[kSloth];
                break;
            case kHarms:
                break;
        }
    }
    std::uint64_t sent(Harm harm) const { return sent_[harm]; }

  private:
    std::span<const std::uint8_t> noise(std::uint32_t most) {
        bytes_.resize(1 + random_.below(most));
        for (auto& byte : bytes_) byte = static_cast<std::uint8_t>(random_.next());
        return bytes_;
    }
    void send_future_frames() {
        prophet_.turn(true);
        while (const auto message = prophet_.connection.next_message()) {
            if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
                prophet_.connection.send(proto::Ready{entered->level_digest});
                is_in_ = true;
            }
        }
        if (!is_in_) return;
        std::array<std::uint8_t, proto::kFramePacketBytesMax> packet;
        proto::FramePacket frames;
        frames.sequence = static_cast<std::uint16_t>(sent_[kFuture]++ & proto::kSequenceMask);
        frames.end = Tick{100 + random_.below(30'000)};
        frames.want = Tick{random_.below(30'000)};
        frames.count = static_cast<std::uint8_t>(random_.below(proto::kWindowTicks + 1));
        prophet_.send({packet.data(), proto::write_packet(frames, packet)}, proto::Channel::frames);
        prophet_.link->flush(UdpClient::now());
    }

    const sockaddr_in server_;
    Random random_ = Random::seed(3, 4);
    Socket stranger_;
    Guest prophet_, flooder_, sloth_;
    std::array<std::uint64_t, kHarms> sent_{};
    std::vector<std::uint8_t> bytes_;
    std::uint32_t turns_ = 0;
    bool is_in_ = false;
};

/// Sends every kind until `stop` is set. Returns the number of packets.
std::uint64_t harm(std::uint16_t port, Replayer& replayer, const std::atomic<bool>& stop) {
    Random random = Random::seed(3, 5);
    Harmful harmful{port};
    while (!stop.load()) {
        replayer.turn(random);
        for (const Harm kind : {kNoise, kFuture, kFlood, kSloth}) harmful.turn(kind);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return harmful.sent(kNoise) + harmful.sent(kFuture) + harmful.sent(kFlood) + harmful.sent(kSloth);
}

}  // namespace

TEST_CASE("no hostile packet costs the server much work") {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    server::Levels levels;
    std::string error;
    REQUIRE(levels.compile_all(error) > 0);  // as the program does, beside its shards
    server::Shard shard(config, 0, levels, error);
    REQUIRE(error.empty());
    shard.start();
    Harmful harmful{shard.port()};
    // Until the server has read everything and is idle.
    const auto settle = [&] {
        for (Micros before = -1; shard.processor_time() - before > 500;) {
            before = shard.processor_time();
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    };
    // Both games exist before anything is measured.
    for (int i = 0; i < 2'000; ++i) {  // two seconds, in which they begin
        harmful.turn(kFuture), harmful.turn(kSloth);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (const Harm kind : {kNoise, kFuture, kFlood, kSloth}) {
        const std::string name = kHarmNames[kind];
        CAPTURE(name);
        const double most_us = kind == kSloth ? kLevelWorkMostUs : kWorkMostUs;
        // Other programs on the core's caches only ever add to the work, so the least of a few attempts counts.
        double work_us = most_us;
        for (int attempt = 0; attempt < 5 && work_us >= most_us; ++attempt) {
            settle();
            const Micros before = shard.processor_time();
            const std::uint64_t sent_before = harmful.sent(kind);
            // Paced so that the socket's buffer holds what the server has not read yet.
            for (int i = 0; i < 1'000; ++i) {
                harmful.turn(kind);
                if (i % 20 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            settle();
            const std::uint64_t sent = harmful.sent(kind) - sent_before;
            work_us = static_cast<double>(shard.processor_time() - before) / static_cast<double>(sent);
            MESSAGE(name << ": " << sent << " packets, " << work_us << " us of the server's for each");
            if (attempt == 0) CHECK(sent >= 20);
        }
        attacks::emit({.row = "-",
                       .attack = "send packets of the kind: " + name,
                       .acts = 1'000,
                       .gain = "us of the server's thread for each",
                       .achieved = static_cast<long long>(work_us),
                       .limit = static_cast<long long>(most_us) - 1});
    }
    shard.stop();
    shard.join();
}

TEST_CASE("two bots play undisturbed through everything that strangers and guests can do") {
    const auto dir = std::filesystem::temp_directory_path() / ("albireo-hostile-" + std::to_string(getpid()));
    std::filesystem::create_directory(dir);
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.record_dir = dir.string();
    server::Levels levels;
    std::string error;
    server::Shard shard(config, 0, levels, error);
    REQUIRE(error.empty());
    stay_on_core(0);
    shard.start();
    // The server runs on the first core, all others on the last: a thread starts on the core of the thread that creates it.
    stay_on_core(session_tests::last_core());
    Replayer replayer{shard.port()};
    std::atomic<bool> stop{false};
    std::uint64_t sent = 0;
    const session_tests::IdleTimers idle;
    std::thread harmful([&] { sent = harm(shard.port(), replayer, stop); });

    bot::BodyStore bodies;
    const auto level = levels.find("the_cut", Difficulty::standard);
    Player gold{bodies, replayer.port(), {.name = "gold", .until_tick = kGameTicks}, level, 1};
    std::unique_ptr<Player> blue;
    std::string code;
    const auto is_over = [](Player& player) {
        return player.game().has_played_enough() || player.game().state() == GameClient::State::ended ||
               player.game().state() == GameClient::State::failed;
    };
    const Micros began = UdpClient::now();
    while (UdpClient::now() - began < 180 * proto::kMicrosPerSecond) {
        gold.client.advance();
        if (blue == nullptr && !gold.game().code().empty()) {
            code = gold.game().code();
            blue = std::make_unique<Player>(
                bodies, shard.port(), client::ClientOptions{.name = "blue", .code = code, .until_tick = kGameTicks},
                level, 2);
        }
        if (blue != nullptr) {
            blue->client.advance();
            if (is_over(gold) && is_over(*blue)) break;
        }
        gold.client.wait(500);
    }
    stop = true;
    harmful.join();
    REQUIRE(blue != nullptr);
    const std::uint64_t held_ticks = idle.held_ticks();
    const double work_us = static_cast<double>(shard.processor_time()) / static_cast<double>(sent);
    attacks::emit({.row = "-",
                   .attack = "send every kind of hostile packet beside two bots",
                   .acts = static_cast<long long>(sent),
                   .gain = "ticks of theirs that froze",
                   .achieved = static_cast<long long>(std::max(gold.game().figures().frozen_ticks, blue->game().figures().frozen_ticks)),
                   .limit = static_cast<long long>(held_ticks),  // by the machine
                   .is_ok = sent > 1'000 && work_us < kWorkMostUs,
                   .figures = {{"us_of_the_server_for_each_with_the_game", static_cast<long long>(work_us)}}});
    for (Player* player : {&gold, blue.get()}) {
        const GameClient& game = player->game();
        CAPTURE(game.failure());
        CHECK(game.has_played_enough());
        CHECK(game.figures().desyncs == 0);
        CHECK(game.figures().digests_checked > 3);
        CHECK(game.figures().rejoins * proto::kWindowTicks <= held_ticks);  // none without a stall of that length
        CHECK(game.predictor().corrections().own_ship == 0);
        CHECK(game.predictor().corrections().own_shots == 0);
    }
    CHECK(gold.game().final_tick() == blue->game().final_tick());
    CHECK(gold.game().final_digest() == blue->game().final_digest());
    CHECK(shard.metrics().floods.load() + shard.metrics().malformed.load() > 10);
    CHECK(shard.metrics().refused_datagrams.load() > 10);
    CHECK(shard.metrics().challenges.load() > 2);
    CHECK(shard.metrics().out_of_context.load() + shard.metrics().too_early.load() > 10);
    CHECK(shard.metrics().desyncs.load() == 0);
    shard.stop();
    shard.join();

    int verified = 0;
    for (const auto& file : std::filesystem::directory_iterator(dir)) {
        if (file.path().string().find(code) == std::string::npos) continue;
        replays::Replay replay;
        CHECK(replays::open_replay(file.path().string(), replay, replays::Partial::accept).empty());
        CHECK(replays::verify(replay).same);
        ++verified;
    }
    CHECK(verified == 1);
    std::filesystem::remove_all(dir);
}

TEST_CASE("a server without players sleeps") {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    server::Levels levels;
    std::string error;
    server::Shard shard(config, 0, levels, error);
    REQUIRE(error == "");
    shard.start();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    server::Lateness::Summary passes;
    passes.add(shard.metrics().pass);
    CHECK(passes.count < 20);
    shard.stop();
    shard.join();
}
