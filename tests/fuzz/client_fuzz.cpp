// Goal: a client survives any server: messages in any order with any contents, unsolicited levels, snapshots and
// questions, frames, noise. It ends with one line or plays on.
#include <memory>

#include "client/net/game_client.hpp"
#include "proto/blob.hpp"
#include "server/levels.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/fuzz/tape.hpp"
#include "tests/session/fake_server.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static server::Levels levels;
    static const std::array<std::shared_ptr<const Level>, 3> known = {levels.find("tutorial", Difficulty::calm),
                                                                      levels.find("tutorial", Difficulty::storm),
                                                                      levels.find("the_cut", Difficulty::calm)};
    Tape tape{data, data + size};
    FakeServer server;
    IdleController idle;
    client::ClientEnvironment reach;
    reach.open_link = [&] { return server.net.connect(); };
    if (tape.byte() % 2 == 0) {
        reach.find_level = [](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
    }
    client::GameClient client({.players = static_cast<std::uint8_t>(1 + tape.byte() % 2)}, reach, idle);
    proto::Micros now = 0;
    const auto pass = [&](proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            server.advance(now);
        }
    };
    pass(100'000);
    server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    std::vector<std::uint8_t> bytes(kSnapshotBytesMax);
    for (int turn = 0; turn < 120 && !tape.done() && client.state() != client::GameClient::State::failed; ++turn) {
        const std::uint8_t op = tape.byte();
        const Level& level = *known[tape.byte() % known.size()];
        switch (op % 12) {
            case 0: {
                proto::Entered entered;
                entered.code = "AAAAAA";
                entered.slot = kSlots[tape.byte() % kSlotCount];
                entered.level = &level == known[2].get() ? "the_cut" : "tutorial";
                entered.level_digest = level.digest;
                entered.difficulty = tape.byte() % 3;
                entered.seed = tape.byte();
                entered.players = 1 + tape.byte() % 2;
                entered.running = tape.byte() % 2 != 0;
                server.connection.send(entered);
                break;
            }
            case 1: proto::send_blob(server.connection, proto::BlobKind::level, tape.byte(), level_bytes(level)); break;
            case 2: server.connection.send(proto::Start{.first_tick = Tick{tape.byte() % 2u * tape.number()}}); break;
            case 3: {
                init(*world, level, {.seed = tape.byte(), .players = static_cast<std::uint8_t>(1 + 2 * (tape.byte() % 2))});
                for (int i = tape.byte(); i > 0; --i) {
                    events->clear();
                    step(*world, level, {}, *events);
                }
                const std::size_t length = save_world(*world, level, bytes);
                const Tick own{world->tick.value + tape.byte() % 2 * tape.number()};
                server.connection.send(proto::Resume{Tick{world->tick.value + (tape.byte() == 7)}, own,
                                                     static_cast<proto::ResumeReason>(tape.byte() % 2)});
                if (tape.byte() % 8 == 0) bytes[tape.number() % length] ^= tape.byte();
                proto::send_blob(server.connection, proto::BlobKind::snapshot, world->tick.value, {bytes.data(), length});
                break;
            }
            case 4: {
                proto::EvidenceWanted question;
                question.of = static_cast<proto::EvidenceOf>(tape.byte() % 5);
                question.tick = Tick{tape.number()};
                question.point = tape.byte();
                question.column = tape.byte();
                question.first = tape.number();
                question.count = tape.number();
                for (int i = tape.byte() % 8; i > 0; --i) question.own.push_back(tape.byte());
                server.connection.send(question);
                break;
            }
            case 5:
                server.connection.send(proto::DesyncNotice{Tick{tape.number()}, tape.byte(), tape.byte(),
                                                           tape.byte() % 2 == 0 ? "" : "said so"});
                break;
            case 6: server.connection.send(proto::Ended{static_cast<proto::Outcome>(tape.byte() % 3), Tick{tape.number()}, tape.byte()}); break;
            case 7: server.connection.send(proto::PartnerState{.state = static_cast<proto::Partner>(tape.byte() % proto::kPartnerCount), .name = "P"}); break;
            case 8:
                if (!server.connection.frames_started()) {
                    server.connection.start_frames(Tick{tape.byte() % 2u * tape.number()}, Tick{tape.byte() % 2u * tape.number()});
                }
                for (int i = tape.byte() % 64; i > 0 && server.connection.has_room(); --i) {
                    Frame frame;
                    frame.buttons = static_cast<std::uint16_t>(tape.number());
                    frame.command = static_cast<Command>(tape.byte() % 4);
                    frame.command_delay = tape.byte();
                    server.connection.push_frame(proto::normal(frame), now);
                }
                break;
            case 9:
                if (server.connection.frames_started()) server.connection.set_digest({Tick{tape.number()}, tape.byte()});
                break;
            case 10: if (tape.byte() == 3) server.connection.send(proto::Bye{}); break;
            default: break;
        }
        pass(op % 5 == 0 ? 300'000 : 20'000);
    }
    if (client.state() == client::GameClient::State::failed && client.failure().empty()) std::abort();
    return 0;
}
