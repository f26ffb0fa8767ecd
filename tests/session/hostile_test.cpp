// Goal: over real sockets, whoever means harm harms nobody else's game: garbage, old packets again, frames from the far
// future, a flood, and one who asks for everything and reads nothing, all at once, while two bots play.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <filesystem>
#include <thread>
#include <utility>

#include "client/bot/bot_hands.hpp"
#include "client/net/udp_client.hpp"
#include "proto/seal.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "server/shard.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"

using namespace albireo;
using client::GameClient;
using client::Micros;
using client::UdpClient;

namespace {

constexpr std::uint32_t kGameTicks = 6 * kTicksPerSecond;

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

/// Stands between one player and the server, passes everything on, and says everything again later, both ways.
class Echoer {
  public:
    explicit Echoer(std::uint16_t server) : server_(loopback(server)) {}
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
        if (random.below(4) != 0) return;  // 250 a second, four times what is true
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

/// A peer who got in properly and then does as he pleases.
struct Guest {
    explicit Guest(std::uint16_t port) {
        std::string error;
        link = proto::make_enet_client("127.0.0.1", port, error);
        REQUIRE(link != nullptr);
        connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "guest"});
    }
    /// Sends what is due and, if he reads at all, reads.
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
        std::vector<std::uint8_t> sealed(packet.begin(), packet.end());
        sealed.resize(packet.size() + proto::kSealBytes);
        proto::write_seal(packet, &sealed[packet.size()]);
        link->send(proto::kServer, channel, sealed, UdpClient::now());
    }
    std::unique_ptr<proto::EnetLink> link;
    proto::Connection connection;
};

/// All of them at once, until told to stop; `turns` is how long each turn took.
void harm(std::uint16_t port, Echoer& echoer, server::Lateness& turns, const std::atomic<bool>& stop) {
    Random random = Random::seed(3, 4);
    const sockaddr_in server = loopback(port);
    Socket stranger;
    Guest prophet{port}, flooder{port}, sloth{port};
    prophet.connection.send(proto::Create{.level = "the_cut", .players = 1});
    sloth.connection.send(proto::Create{.level = "the_cut", .players = 1});
    std::vector<std::uint8_t> bytes;
    const auto noise = [&](std::uint32_t most) {
        bytes.resize(1 + random.below(most));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        return std::span<const std::uint8_t>{bytes};
    };
    bool is_in = false;
    Micros last = UdpClient::now();
    for (std::uint32_t turn = 0; !stop.load(); ++turn) {
        const Micros now = UdpClient::now();
        turns.note(now - std::exchange(last, now));
        echoer.turn(random);
        for (int i = 0; i < 4; ++i) stranger.send(noise(i == 0 ? 1400 : 60), server);
        prophet.turn(true);
        while (const auto message = prophet.connection.next_message()) {
            if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
                prophet.connection.send(proto::Ready{entered->level_digest});
                is_in = true;
            }
        }
        if (is_in) {
            std::array<std::uint8_t, proto::kFramePacketBytesMax> packet;
            proto::FramePacket frames;
            frames.sequence = static_cast<std::uint16_t>(turn & proto::kSequenceMask);
            frames.end = Tick{100 + random.below(30'000)};
            frames.want = Tick{random.below(30'000)};
            frames.count = static_cast<std::uint8_t>(random.below(proto::kWindowTicks + 1));
            prophet.send({packet.data(), proto::write_packet(frames, packet)}, proto::Channel::frames);
        }
        flooder.turn(true);
        for (int i = 0; i < 8; ++i) flooder.send(noise(200), static_cast<proto::Channel>(i % 2));
        flooder.link->flush(UdpClient::now());
        sloth.turn(false);
        if (turn % 50 == 0) sloth.connection.send(proto::LevelWanted{1});
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

struct Player {
    Player(bot::BodyStore& bodies, std::uint16_t port, client::ClientOptions options,
           const std::shared_ptr<const Level>& level, std::uint32_t seed)
        : hands(bodies, {.skill = 4, .seed = seed}),
          client(
              {"127.0.0.1", port}, std::move(options), [level](const std::string&, Difficulty) { return level; },
              hands) {}
    GameClient& game() { return client.game(); }
    bot::BotHands hands;
    UdpClient client;
};

}  // namespace

TEST_CASE("two bots play through everything that strangers and guests can do, and do not notice") {
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
    shard.start();
    Echoer echoer{shard.port()};
    std::atomic<bool> stop{false};
    server::Lateness turns, passes;  // of the harmful, of the players
    std::thread harmful([&] { harm(shard.port(), echoer, turns, stop); });

    bot::BodyStore bodies;
    const auto level = levels.find("the_cut", Difficulty::standard);
    Player gold{bodies, echoer.port(), {.name = "gold", .until_tick = kGameTicks}, level, 1};
    std::unique_ptr<Player> blue;
    std::string code;
    const auto is_over = [](Player& player) {
        return player.game().has_played_enough() || player.game().state() == GameClient::State::ended ||
               player.game().state() == GameClient::State::failed;
    };
    const Micros began = UdpClient::now();
    for (Micros last = began; last - began < 180 * proto::kMicrosPerSecond;) {
        const Micros now = UdpClient::now();
        passes.note(now - std::exchange(last, now));
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
    // For so many ticks at most the machine let one of the three threads wait; a free one seldom does.
    std::uint64_t held_ticks = 0;
    const std::initializer_list<const server::Lateness*> threads{&turns, &passes, &shard.metrics().timer_late,
                                                                 &shard.metrics().pass};
    for (const server::Lateness* late : threads) {
        server::Lateness::Summary summary;
        summary.add(*late);
        held_ticks += summary.too_long * (summary.max / proto::kMicrosPerTick + 1);
    }
    for (Player* player : {&gold, blue.get()}) {
        const GameClient& game = player->game();
        CAPTURE(game.failure());
        CHECK(game.has_played_enough());
        CHECK(game.figures().desyncs == 0);
        CHECK(game.figures().digests_checked > 3);
        CHECK(game.figures().frozen_ticks <= 6 + held_ticks);
        CHECK(game.figures().rejoins * proto::kWindowTicks <= held_ticks);  // none without such a stall
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

TEST_CASE("a server with nobody there sleeps") {
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
