#include "tests/support/typical_frames.hpp"

namespace albireo::support {

namespace {

/// A player who toggles keys, shoots at one enemy after another and sometimes holds the ribbon on one.
class Player {
  public:
    explicit Player(const TypicalPlay& play) : play_(play), random_(Random::seed(play.seed * 77 + 1, play.seed + 9)) {}

    Frame next() {
        change_input();
        advance_ribbon();
        Frame frame;
        frame.buttons = buttons_;
        frame.lock = lock_;
        frame.aim = {static_cast<std::int16_t>(aim_x_ / 16), static_cast<std::int16_t>(aim_y_ / 16)};
        add_reports(frame);
        ++tick_;
        return frame;
    }

  private:
    bool once_in(std::uint32_t per_minute) { return random_.below(3600) < per_minute; }

    void change_input() {
        if (!once_in(play_.changes_per_minute)) return;
        const std::uint32_t what = random_.below(100);
        if (what < 3) {
            const std::uint32_t weapon = random_.below(kWeaponCount);
            buttons_ = static_cast<std::uint16_t>((buttons_ & ~kWeaponMask) | weapon << kWeaponShift);
        } else {
            const std::uint16_t keys[] = {kUp,   kDown,  kLeft,  kRight, kUp,     kDown,
                                          kLeft, kRight, kFocus, kFire,  kRelease};
            buttons_ = static_cast<std::uint16_t>(buttons_ ^ keys[random_.below(std::size(keys))]);
        }
    }
    /// The locked enemy drifts in a straight line, in steps finer than a frame's resolution.
    void advance_ribbon() {
        if (ribbon_left_ == 0) {
            if (random_.below(1000 * 60) >= play_.ribbon_permille) return;
            ribbon_left_ = 60;
            lock_ = next_enemy();
            aim_x_ = random_.between(-4096 * 16, 4096 * 16);
            aim_y_ = random_.between(-2304 * 16, 2304 * 16);
            step_x_ = random_.between(-200, 200);
            step_y_ = random_.between(-200, 200);
        }
        --ribbon_left_;
        aim_x_ += step_x_;
        aim_y_ += step_y_;
    }
    EnemyId next_enemy() { return {static_cast<std::uint16_t>(1 + tick_ / 40 + random_.below(6)), 0, 0}; }
    void add_reports(Frame& frame) {
        if (random_.below(4) == 0) shot_ += 1 + random_.below(2);
        while (once_in(play_.reports_per_minute) && frame.report_count < kReportsPerFrameMax) {
            Report report;
            report.kind = ReportKind::hit;
            report.slot = random_.below(2) == 0 ? Slot::gold : Slot::blue;
            EnemyId& enemy = enemies_[index(report.slot)];
            if (random_.below(4) == 0) enemy = next_enemy();
            report.enemy = enemy;
            report.part = static_cast<std::uint16_t>(random_.below(10) == 0 ? random_.below(4) : 0);
            report.number.value = shot_ + random_.below(8);
            frame.reports[frame.report_count++] = report;
        }
    }

    TypicalPlay play_;
    Random random_;
    std::uint32_t tick_ = 0;
    std::uint16_t buttons_ = kFire;
    std::uint32_t shot_ = 0;
    std::array<EnemyId, kSlotCount> enemies_{};
    EnemyId lock_;
    std::uint32_t ribbon_left_ = 0;
    std::int32_t aim_x_ = 0, aim_y_ = 0, step_x_ = 0, step_y_ = 0;  // 1/4096 units
};

}  // namespace

std::vector<Frame> typical_frames(const TypicalPlay& play, std::size_t ticks) {
    Player player{play};
    std::vector<Frame> frames;
    frames.reserve(ticks);
    while (frames.size() < ticks) frames.push_back(player.next());
    return frames;
}

Frame random_frame(Random& random) {
    const auto any16 = [&] { return static_cast<std::uint16_t>(random.next()); };
    const auto any8 = [&] { return static_cast<std::uint8_t>(random.next()); };
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(any16() & kButtonBits);
    frame.command = static_cast<Command>(random.below(4));
    if (frame.command != Command::none) frame.command_delay = any8();
    frame.lock.spawn = any16();
    frame.lock.lap = any8();
    frame.lock.child = any8();
    frame.aim.x = static_cast<std::int16_t>(any16());
    frame.aim.y = static_cast<std::int16_t>(any16());
    frame.lock_part = any8();
    frame.report_count = static_cast<std::uint8_t>(random.below(kReportsPerFrameMax + 1));
    for (std::size_t i = 0; i < frame.report_count; ++i) {
        Report& report = frame.reports[i];
        report.kind = static_cast<ReportKind>(random.below(7));
        report.slot = static_cast<Slot>(random.below(2));
        report.part = any16();
        report.enemy.spawn = any16();
        report.enemy.lap = any8();
        report.enemy.child = any8();
        report.number.value = random.next();
    }
    return frame;
}

}  // namespace albireo::support
