// Goal: a client that lies about its digests gains nothing, and costs other players nothing.
#include <doctest/doctest.h>

#include "proto/memory_link.hpp"
#include "proto/token.hpp"
#include "replays/bundle.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "sim/witness/words.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

/// A scripted client in a game of one player: it sends empty frames, and the messages that a subclass adds.
class ScriptedClient {
  public:
    ScriptedClient(proto::MemoryNet& net, std::uint64_t host) {
        knock(net, host);
        connection_.send(proto::Create{.level = "the_cut", .difficulty = 1, .seed_wish = 3, .players = 1});
    }
    virtual ~ScriptedClient() = default;
    /// Rejoins with its token, through a new link.
    void rejoin(proto::MemoryNet& net, std::uint64_t host) {
        knock(net, host);
        connection_.send(proto::Rejoin{code_, proto::prove(token_, link_->binding_of(proto::kServer))});
    }
    void leave() { connection_.send(proto::Bye{proto::ByeReason::left}); }
    void advance(Micros now) {
        proto::LinkEvent event;
        while (link_->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connection_.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection_.next_message()) {
            if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
                level_digest_ = entered->level_digest;
                code_ = entered->code;
                token_ = entered->token;
                connection_.send(proto::Ready{level_digest_});
            } else if (std::holds_alternative<proto::Start>(*message)) {
                connection_.start_frames({}, {});
            } else if (const auto* resume = std::get_if<proto::Resume>(&*message);
                       resume != nullptr && resume->reason == proto::ResumeReason::rejoin) {
                ++rejoins;
                connection_.start_frames(resume->snapshot_tick, resume->own_first_tick);
            } else {
                on_message(*message);
            }
        }
        if (connection_.frames_started() && now >= next_) {
            next_ = now + proto::kMicrosPerTick;
            if (connection_.has_room()) connection_.push_frame({}, now);
            on_frame(connection_.outgoing().begin());
        }
        proto::OutPacket packet;
        while (connection_.next_packet(packet, now)) link_->send(proto::kServer, packet.channel, packet.bytes(), now);
    }
    int resumed = 0, asked = 0, rejoins = 0;
    bool is_playing() const { return connection_.frames_started(); }

  protected:
    /// The server has this client's frames of all ticks before this one.
    virtual void on_frame(Tick begin) = 0;
    virtual void on_message(const proto::Message& message) = 0;
    void agree_to(const proto::Resume& resume) {
        ++resumed;
        connection_.send(proto::Ready{level_digest_, resume.snapshot_tick});
    }
    proto::Connection connection_;

  private:
    void knock(proto::MemoryNet& net, std::uint64_t host) {
        link_ = net.connect(host);
        connection_ = proto::Connection();
        connection_.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "liar"});
    }
    std::unique_ptr<proto::Link> link_;
    std::uint64_t level_digest_ = 0;
    std::string code_;
    proto::Token token_{};
    Micros next_ = 0;
};

/// Has no world: sends wrong digests whenever it may, and nonsense as answers.
class Liar final : public ScriptedClient {
  public:
    /// A client with an address of its own is answered every time.
    Liar(proto::MemoryNet& net, std::uint32_t seed, std::uint64_t host = 0)
        : ScriptedClient(net, host), random_(Random::seed(seed, 1)), always_answers_(host != 0) {}

  private:
    void on_frame(Tick begin) override {
        if (begin.value > 30) connection_.set_digest({begin - begin.value % 30, 1 + random_.next()});
        connection_.send(proto::DesyncNotice{begin, random_.next(), random_.next(), {}});
    }
    void on_message(const proto::Message& message) override {
        if (const auto* resume = std::get_if<proto::Resume>(&message)) {
            agree_to(*resume);
        } else if (const auto* question = std::get_if<proto::EvidenceWanted>(&message)) {
            ++asked;
            proto::Evidence evidence{*question, {}};
            evidence.to.own.clear();
            const std::uint32_t kind = always_answers_ ? 2 : random_.below(4);
            for (std::uint32_t i = 0; kind != 0 && i < (kind == 1 ? random_.below(64) : 64); ++i) {
                evidence.values.push_back(std::uint64_t{random_.next()} << 32 | random_.next());
            }
            for (int i = 0; i < 3; ++i) connection_.send(evidence);
            answer_ahead(*question);
            if (question->of != proto::EvidenceOf::testimony) return;
            const std::vector<std::uint8_t> nonsense(random_.below(5000) + 1, 0x54);
            proto::send_blob(connection_, proto::BlobKind::evidence, 1, nonsense);
        }
    }
    /// Answers questions that were not asked yet but may be.
    void answer_ahead(const proto::EvidenceWanted& question) {
        proto::Evidence evidence{question, {}};
        evidence.to.own.clear();
        evidence.to.of = proto::EvidenceOf::marks;
        evidence.to.tick = question.tick + random_.below(64);
        evidence.to.count = kPartsAsked;
        for (int i = 0; i < 64; ++i) evidence.values.push_back(random_.next());
        for (std::uint32_t at = 0; at < TickTrace::kMarks; at += kPartsAsked) {
            evidence.to.first = at;
            connection_.send(evidence);
        }
    }
    Random random_;
    bool always_answers_;
};

/// Lies consistently: its answers agree with a world of its own, which is wrong in a new way every second.
class Storyteller final : public ScriptedClient {
  public:
    Storyteller(proto::MemoryNet& net, std::shared_ptr<const Level> level, std::uint64_t host)
        : ScriptedClient(net, host), level_(std::move(level)) {
        init(*world_, *level_, {.seed = 3, .players = 1});
        witness_->restart(*world_);
    }

  private:
    void on_frame(Tick begin) override {
        while (world_->tick < begin) {
            const FramePair frames = {Frame{}, absent_frame()};
            step(*world_, *level_, frames, *events_);
            if (world_->tick.value % 60 == 0) ++world_->earnings[0].score;
            witness_->note(*world_, frames);
            if (world_->tick.value % 30 != 0) continue;
            connection_.set_digest({world_->tick, witness_->history().span_digest(world_->tick)});
        }
    }
    void on_message(const proto::Message& message) override {
        if (const auto* notice = std::get_if<proto::DesyncNotice>(&message)) {
            if (notice->text.empty()) answers_.emplace(witness_, *level_, nullptr);
        } else if (const auto* question = std::get_if<proto::EvidenceWanted>(&message)) {
            ++asked;
            if (question->of != proto::EvidenceOf::testimony) {
                for (const proto::Evidence& evidence : answers_->answer(*question)) connection_.send(evidence);
            } else {
                const auto bytes = answers_->testimony(*question, "a story");
                proto::send_blob(connection_, proto::BlobKind::evidence, question->tick.value, bytes);
            }
        } else if (const auto* resume = std::get_if<proto::Resume>(&message)) {
            resume_ = *resume;
            blob_.clear();
        } else if (const auto* chunk = std::get_if<proto::Chunk>(&message)) {
            if (!blob_.take(*chunk)) return;
            REQUIRE(load_world(*world_, *level_, blob_.bytes()) == LoadError::none);
            witness_ = std::make_shared<Witness>();
            witness_->restart(*world_);
            agree_to(resume_);
        }
    }
    std::shared_ptr<const Level> level_;
    std::unique_ptr<World> world_ = std::make_unique<World>();
    std::unique_ptr<Events> events_ = std::make_unique<Events>();
    std::shared_ptr<Witness> witness_ = std::make_shared<Witness>();
    std::optional<proto::DesyncAnswers> answers_;
    proto::Resume resume_;
    proto::BlobAssembler blob_;
};

/// A server with its network, or one of several shards.
struct ServerFixture {
    explicit ServerFixture(
        std::shared_ptr<server::ExchangeLedger> exchanges = std::make_shared<server::ExchangeLedger>()) {
        server::LobbyEnvironment environment;
        environment.random = [this] { return (std::uint64_t{random.next()} << 32) | random.next(); };
        environment.wall_ms = [] { return std::uint64_t{0}; };
        environment.log = [this](const std::string& line) { log.push_back(line); };
        environment.build = "virtual server";
        environment.exchanges = std::move(exchanges);
        environment.keep_bundle = [this](const replays::Bundle& bundle, server::Host host) {
            bundles.push_back(bundle);
            bundle_hosts.push_back(host);
        };
        lobby = std::make_unique<server::Lobby>(levels, environment, metrics);
    }
    client::ClientEnvironment reach(std::uint64_t host = 0) {
        client::ClientEnvironment reach;
        reach.open_link = [this, host] { return net.connect(host); };
        reach.find_level = [this](const std::string& name, Difficulty difficulty) {
            return levels.find(name, difficulty);
        };
        return reach;
    }
    /// Counts the inquiries so far.
    std::size_t exchanges() const { return lines("desync at ") - lines(kRefused); }
    static constexpr std::string_view kRefused = "the field was not asked for";
    std::size_t lines(std::string_view text) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(log, [&](const std::string& line) { return line.find(text) != std::string::npos; }));
    }
    server::Levels levels;
    server::Metrics metrics;
    proto::MemoryNet net;
    Random random;
    std::vector<replays::Bundle> bundles;
    std::vector<server::Host> bundle_hosts;  // of their clients
    std::vector<std::string> log;
    std::unique_ptr<server::Lobby> lobby;
};

constexpr std::uint64_t kShared = 0x7f000001;  // an address that several clients share

}  // namespace

TEST_CASE("a client that lies about its digests costs one bounded inquiry a minute, and other players nothing") {
    ServerFixture fixture;
    Mashing controller(3);
    client::ClientOptions options;
    options.players = 1;
    client::GameClient honest(options, fixture.reach(), controller);
    std::vector<std::unique_ptr<Liar>> liars;
    for (std::uint32_t seed = 0; seed < 6; ++seed) liars.push_back(std::make_unique<Liar>(fixture.net, seed));
    constexpr int kMinutes = 3;
    for (Micros now = 0; now < kMinutes * 60 * kSecond; now += 2 * kMs) {
        honest.advance(now);
        for (auto& liar : liars) liar->advance(now);
        fixture.lobby->advance(fixture.net, now);
    }
    int asked = 0;
    for (const auto& liar : liars) {
        CHECK(liar->is_playing());
        CHECK(liar->resumed == kMinutes);
        CHECK(liar->asked <= kMinutes * (proto::DesyncInquiry::kQuestionsMax + 1));
        asked += liar->asked;
    }
    CHECK(asked > 6 * kMinutes * 3);                                       // the server did inquire
    CHECK(fixture.metrics.desyncs.load() == liars.size() * kMinutes * 2);  // the second only makes the client rejoin
    CHECK(honest.figures().frozen_ticks == 0);
    CHECK(honest.figures().resyncs == 0);
    CHECK(honest.figures().digests_checked > 300);
    CHECK(fixture.metrics.late_ticks.load() == 0);
    // Whatever the clients sent, the store stays small, its bundles can be read, and no line of the log is too long.
    const auto unnamed = std::ranges::count_if(
        fixture.bundles, [](const replays::Bundle& bundle) { return !bundle.finding.is_named(); });
    CHECK(unnamed > 0);
    CHECK(static_cast<std::size_t>(unnamed) <= 2 * liars.size());
    for (const replays::Bundle& bundle : fixture.bundles) {
        replays::Bundle again;
        REQUIRE(replays::read_bundle(replays::bundle_bytes(bundle), again) == "");
        replays::DesyncFile file;
        CHECK(replays::prepare(std::move(again), file) == "");
    }
    for (const std::string& line : fixture.log) CHECK(line.size() < 400);
}

TEST_CASE("a liar that leaves and joins again gets one inquiry a minute, however it leaves and wherever it joins") {
    const auto ledger = std::make_shared<server::ExchangeLedger>();
    ServerFixture fixture(ledger), shard(ledger);
    constexpr int kMinutes = 3, kLives = kMinutes * 6;
    std::unique_ptr<Liar> liar, other;
    int born = 0;
    for (Micros now = 0; now < kMinutes * 60 * kSecond; now += 2 * kMs) {
        if (now % (10 * kSecond) == 0) {
            ++born;
            liar = std::make_unique<Liar>((born % 2 == 0 ? shard : fixture).net, born, kShared);
        }
        // Every third time it says goodbye. Otherwise it just disappears, and its seat remains.
        if (now % (10 * kSecond) == 9 * kSecond && born % 3 == 0) liar->leave();
        // Each other address has an allowance of its own.
        if (now == 5 * kSecond) other = std::make_unique<Liar>(fixture.net, 77, kShared + 1);
        liar->advance(now);
        if (other) other->advance(now);
        fixture.lobby->advance(fixture.net, now);
        shard.lobby->advance(shard.net, now);
    }
    REQUIRE(born == kLives);
    CHECK(other->resumed == kMinutes);
    CHECK(fixture.exchanges() + shard.exchanges() == 2 * kMinutes);
    // Still, every client was told to fetch the right world, once a life or once a minute.
    CHECK(fixture.lines(ServerFixture::kRefused) + shard.lines(ServerFixture::kRefused) == kLives + kMinutes);
}

TEST_CASE("a liar that rejoins gets one inquiry a minute, charged to the address that first took the seat") {
    ServerFixture fixture;
    Liar liar(fixture.net, 9, kShared);
    std::unique_ptr<Liar> hopping;
    for (Micros now = 0; now < 118 * kSecond; now += 2 * kMs) {
        const auto elsewhere = kShared + static_cast<std::uint64_t>(now / kSecond);
        if (now % (10 * kSecond) == 9 * kSecond) liar.rejoin(fixture.net, elsewhere);
        if (now == 70 * kSecond) hopping = std::make_unique<Liar>(fixture.net, 10, kShared);
        liar.advance(now);
        if (hopping) hopping->advance(now);
        fixture.lobby->advance(fixture.net, now);
    }
    CHECK(liar.rejoins == 11);
    CHECK(liar.resumed == 2);
    CHECK(hopping->is_playing());
    CHECK(hopping->resumed == 0);
}

TEST_CASE(
    "liars that stay, or come and go, do not keep an honest client at their address from being named and healed") {
    ServerFixture fixture;
    Mashing controller(3);
    client::ClientOptions options;
    options.players = 1;
    options.fault = fault_of("900:earnings[0].score");
    client::GameClient honest(options, fixture.reach(kShared), controller);
    Liar staying(fixture.net, 5, kShared);
    std::unique_ptr<Liar> hopping;
    for (Micros now = 0; now < 20 * kSecond; now += 2 * kMs) {
        if (now % (3 * kSecond) == 0) hopping = std::make_unique<Liar>(fixture.net, 6, kShared);
        honest.advance(now);
        staying.advance(now);
        hopping->advance(now);
        fixture.lobby->advance(fixture.net, now);
    }
    CHECK(staying.resumed == 1);
    CHECK(honest.desync_text().starts_with("desync at tick 900 after settle_score: earnings[0].score server "));
    CHECK(honest.figures().resyncs == 1);
    CHECK(honest.figures().rejoins == 0);
}

TEST_CASE("an honest client at a liar's address waits for the rest of the minute, or rejoins for the right world") {
    ServerFixture fixture;
    Liar liar(fixture.net, 5, kShared);
    Mashing controller(3), other_hands(4);
    client::ClientOptions early, late;
    early.players = late.players = 1;
    early.fault = fault_of("300:earnings[0].score");
    late.fault = fault_of("3600:earnings[0].score");
    std::unique_ptr<client::GameClient> first, second;
    std::unique_ptr<Liar> waiting;
    for (Micros now = 0; now < 70 * kSecond; now += 2 * kMs) {
        if (now == 2 * kSecond) {
            first = std::make_unique<client::GameClient>(early, fixture.reach(kShared), controller);
            second = std::make_unique<client::GameClient>(late, fixture.reach(kShared), other_hands);
            waiting = std::make_unique<Liar>(fixture.net, 6, kShared);
        }
        liar.advance(now);
        if (first) {
            first->advance(now);
            second->advance(now);
            waiting->advance(now);
        }
        fixture.lobby->advance(fixture.net, now);
        if (now == 59 * kSecond) CHECK(waiting->resumed == 0);
    }
    CHECK(waiting->resumed == 1);
    CHECK(first->desync_text().find(ServerFixture::kRefused) != std::string::npos);
    CHECK(first->figures().resyncs == 0);
    CHECK(first->figures().rejoins == 1);
    CHECK_FALSE(first->differs());
    CHECK(second->desync_text().starts_with("desync at tick 3600 after settle_score: earnings[0].score server "));
    CHECK(second->figures().resyncs == 1);
    CHECK(second->figures().rejoins == 0);
}

TEST_CASE(
    "a liar whose story is consistent costs one inquiry a minute, with questions and snapshot, and one log line") {
    ServerFixture fixture;
    const auto level = fixture.levels.find("the_cut", Difficulty::standard);
    Storyteller liar(fixture.net, level, kShared), other(fixture.net, level, kShared + 1);
    constexpr int kMinutes = 3;
    for (Micros now = 0; now < kMinutes * 60 * kSecond; now += 2 * kMs) {
        liar.advance(now);
        other.advance(now);
        fixture.lobby->advance(fixture.net, now);
    }
    for (const Storyteller* each : {&liar, &other}) {
        CHECK(each->is_playing());
        CHECK(each->resumed == kMinutes);
        CHECK(each->asked <= kMinutes * (proto::DesyncInquiry::kQuestionsMax + 1));
    }
    // The first is confirmed. The others waited so long for their minute that their tick can no longer be examined.
    CHECK(fixture.lines("earnings[0].score server ") == 2);
    CHECK(fixture.exchanges() == 2 * kMinutes);
    CHECK(fixture.lines(ServerFixture::kRefused) == 2 * kMinutes);
    // Its bundle names a field. The store knows whose it is, so that it displaces no other's (bundle_store_test).
    std::vector<server::Host> named;
    for (std::size_t i = 0; i < fixture.bundles.size(); ++i) {
        if (fixture.bundles[i].finding.is_named()) named.push_back(fixture.bundle_hosts[i]);
    }
    std::ranges::sort(named);
    CHECK(named == std::vector<server::Host>{kShared, kShared + 1});
}
