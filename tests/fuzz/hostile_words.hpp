#pragma once
/// What a hostile server says to a client: valid messages in any order, unsolicited levels, snapshots and questions, and frames, as the
/// fuzzer's input says.
#include <array>
#include <memory>
#include <vector>

#include "proto/blob.hpp"
#include "proto/connection.hpp"
#include "server/levels.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/fuzz/tape.hpp"

namespace albireo {

class HostileWords {
  public:
    explicit HostileWords(Tape& tape) : tape_(tape) {}

    static server::Levels& levels() {
        static server::Levels all;
        return all;
    }
    void say(std::uint8_t op, proto::Connection& connection, proto::Micros now) {
        static const std::array<std::shared_ptr<const Level>, 3> known = {levels().find("tutorial", Difficulty::calm),
                                                                          levels().find("tutorial", Difficulty::storm),
                                                                          levels().find("the_cut", Difficulty::calm)};
        const std::size_t number = tape_.byte() % known.size();
        const Level& level = *known[number];
        const bool is_cut = number == 2;
        switch (op % 12) {
            case 0: {
                proto::Entered entered;
                entered.code = "AAAAAA";
                entered.slot = kSlots[tape_.byte() % kSlotCount];
                entered.level = is_cut ? "the_cut" : "tutorial";
                entered.level_digest = level.digest;
                entered.difficulty = tape_.byte() % 3;
                entered.seed = tape_.byte();
                entered.players = 1 + tape_.byte() % 2;
                entered.running = tape_.byte() % 2 != 0;
                connection.send(entered);
                break;
            }
            case 1: proto::send_blob(connection, proto::BlobKind::level, tape_.byte(), level_bytes(level)); break;
            case 2: connection.send(proto::Start{.first_tick = Tick{tape_.byte() % 2u * tape_.number()}}); break;
            case 3: {
                init(*world_, level, {.seed = tape_.byte(), .players = static_cast<std::uint8_t>(1 + 2 * (tape_.byte() % 2))});
                for (int i = tape_.byte(); i > 0; --i) {
                    events_->clear();
                    step(*world_, level, {}, *events_);
                }
                const std::size_t length = save_world(*world_, level, bytes_);
                const Tick own{world_->tick.value + tape_.byte() % 2 * tape_.number()};
                connection.send(proto::Resume{Tick{world_->tick.value + (tape_.byte() == 7)}, own,
                                                     static_cast<proto::ResumeReason>(tape_.byte() % 2)});
                if (tape_.byte() % 8 == 0) bytes_[tape_.number() % length] ^= tape_.byte();
                proto::send_blob(connection, proto::BlobKind::snapshot, world_->tick.value, {bytes_.data(), length});
                break;
            }
            case 4: {
                proto::EvidenceWanted question;
                question.of = static_cast<proto::EvidenceOf>(tape_.byte() % 5);
                question.tick = Tick{tape_.number()};
                question.point = tape_.byte();
                question.column = tape_.byte();
                question.first = tape_.number();
                question.count = tape_.number();
                for (int i = tape_.byte() % 8; i > 0; --i) question.own.push_back(tape_.byte());
                connection.send(question);
                break;
            }
            case 5:
                connection.send(proto::DesyncNotice{Tick{tape_.number()}, tape_.byte(), tape_.byte(),
                                                           tape_.byte() % 2 == 0 ? "" : "said so"});
                break;
            case 6: connection.send(proto::Ended{static_cast<proto::Outcome>(tape_.byte() % 3), Tick{tape_.number()}, tape_.byte()}); break;
            case 7: connection.send(proto::PartnerState{.state = static_cast<proto::Partner>(tape_.byte() % proto::kPartnerCount), .name = "P"}); break;
            case 8:
                if (!connection.frames_started()) {
                    connection.start_frames(Tick{tape_.byte() % 2u * tape_.number()}, Tick{tape_.byte() % 2u * tape_.number()});
                }
                for (int i = tape_.byte() % 64; i > 0 && connection.has_room(); --i) {
                    Frame frame;
                    frame.buttons = static_cast<std::uint16_t>(tape_.number());
                    frame.command = static_cast<Command>(tape_.byte() % 4);
                    frame.command_delay = tape_.byte();
                    connection.push_frame(proto::normal(frame), now);
                }
                break;
            case 9:
                if (connection.frames_started()) connection.set_digest({Tick{tape_.number()}, tape_.byte()});
                break;
            case 10: if (tape_.byte() == 3) connection.send(proto::Bye{}); break;
            default: break;
        }
    }

  private:
    Tape& tape_;
    std::unique_ptr<World> world_ = std::make_unique<World>();
    std::unique_ptr<Events> events_ = std::make_unique<Events>();
    std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(kSnapshotBytesMax);
};

}  // namespace albireo
