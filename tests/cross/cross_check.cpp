/// Plays flat replays (flat_replay.hpp) with nothing but the core, on the machine it was built for, and prints a line for
/// each: name, ticks, a hash over all ticks' digest roots, the last root.
///
///     albireo-cross-check [--roots FILE] [--dump TICK] [--spoil] [--interleaved] [--twice] [--restore] [--rollback]
///                         [--flip] [--probed] FLAT...
///
/// --roots FILE   also write "name tick root" for every tick, so that the first difference can be found
/// --dump TICK    print every live field of the world at that tick instead
/// --spoil        before init() and before every step, fill the memory that the core must not read with garbage
/// --interleaved  play a tick of every game in turn, in one process, instead of one game after another
/// --twice        play all games a second time in the same process; the results must be the same
/// --rollback     from time to time play on with guesses for up to two seconds, then restore the world from a copy and
///                play the true frames
/// --restore      save the world before every step, and continue in a world loaded from that snapshot; from time to time
///                corrupt a snapshot, which must be refused
/// --probed       between the systems of every tick call the read-only functions that programs call on a world
/// --flip         from time to time flip a bit of each column of the world: the digest and the snapshot must both change;
///                also flip bits of the level's bytes: they must be refused, or give another level
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "sim/base/hash.hpp"
#include "sim/digest.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/score.hpp"
#include "sim/game/weapon.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/cross/flat_replay.hpp"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define ALBIREO_MSAN
#endif
#endif

namespace {

using namespace albireo;

struct Options {
    std::string roots_path;
    std::vector<std::string> flats;
    long dump_tick = -1;
    bool spoil = false;
    bool interleaved = false;
    bool restore = false;
    bool flip = false;
    bool probed = false;
    bool rollback = false;
    bool twice = false;
};

[[noreturn]] void fail(const std::string& where, std::string_view what) {
    std::fprintf(stderr, "%s: %.*s\n", where.c_str(), static_cast<int>(what.size()), what.data());
    std::exit(2);
}

/// Garbage is uninitialised memory under MemorySanitizer, otherwise a byte that changes every tick.
void make_garbage(void* data, std::size_t size, [[maybe_unused]] std::uint32_t tick) {
#ifdef ALBIREO_MSAN
    __msan_poison(data, size);
#else
    std::memset(data, static_cast<int>((tick * 151 + 0xa5) & 0xff), size);
#endif
}

void spoil_pools(World& world) {
    const std::uint32_t tick = world.tick.value;
    const auto spoil = [tick](std::string_view, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        const auto tail = [tick](auto& pool) {
            make_garbage(pool.end(), (pool.items.size() - pool.count) * sizeof(pool.items[0]), tick);
        };
        if constexpr (kIsPool<Field>) {
            tail(field);
        } else if constexpr (kIsArray<Field>) {
            if constexpr (kIsPool<typename Field::value_type>) {
                for (auto& pool : field) tail(pool);
            }
        }
    };
    visit_fields(spoil, world);
}

/// Calls visit(name, bytes) for each live stretch of the world's memory.
template <class Visit>
void for_each_live_stretch(World& world, Visit&& visit) {
    const auto stretch = [&](std::string_view name, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        auto* const bytes = reinterpret_cast<std::uint8_t*>(&field);
        if constexpr (kIsPool<Field>) {
            auto* const items = reinterpret_cast<std::uint8_t*>(field.begin());
            visit(name, std::span(items, field.count * sizeof(typename Field::Item)));
        } else {
            visit(name, std::span(bytes, sizeof field));
        }
    };
    const auto stretches = [&](std::string_view name, auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (kIsArray<Field>) {
            for (auto& item : field) stretch(name, item);
        } else {
            stretch(name, field);
        }
    };
    visit_fields(stretches, world);
}

class Game {
  public:
    Game(const std::string& path, const Options& options) : path_(path), options_(options) {
        const std::vector<std::uint8_t> bytes = cross::read_file(path);
        const std::string flat_error = cross::read_flat(bytes, replay_);
        if (!flat_error.empty()) fail(path, flat_error);
        if (cross::flat_bytes(replay_) != bytes) fail(path, "the file does not round-trip");
        const std::string level_error = load_level(level_, replay_.level);
        if (!level_error.empty()) fail(path, level_error);
        if (options_.flip) spoil_level();
        if (options_.spoil) make_garbage(world_.get(), sizeof *world_, 0);
        if (replay_.first_tick.value == 0) init(*world_, level_, replay_.setup);
        roots_.reserve(replay_.frames.size());
    }

    std::string name() const {
        const std::size_t slash = path_.find_last_of("/\\");
        const std::string file = slash == std::string::npos ? path_ : path_.substr(slash + 1);
        return file.substr(0, file.rfind('.'));
    }

    /// False at the end.
    bool step() {
        if (roots_.size() == replay_.frames.size()) return false;
        while (next_snapshot_ < replay_.snapshots.size() && replay_.snapshots[next_snapshot_].tick == tick()) {
            const LoadError error = load_world(*world_, level_, replay_.snapshots[next_snapshot_++].world);
            if (error != LoadError::none) fail(path_, text_of(error));
        }
        if (options_.restore) restore();
        if (options_.flip && tick().value % kFlipEvery == 0) flip();
        if (options_.spoil) spoil_pools(*world_);
        if (options_.rollback && random_.below(kRollbackEvery) == 0) roll_back();
        events_->clear();
        const FramePair& frames = replay_.frames[roots_.size()];
        if (options_.probed) {
            step_probed(*world_, level_, frames, *events_, ask, &answers_);
        } else {
            albireo::step(*world_, level_, frames, *events_);
        }
        roots_.push_back(root_of(*world_));
#ifdef ALBIREO_MSAN
        __msan_check_mem_is_initialized(&roots_.back(), sizeof roots_.back());  // printing would not report it
#endif
        return true;
    }

    Tick tick() const {
        return replay_.first_tick + static_cast<std::uint32_t>(roots_.size());
    }
    const World& world() const {
        return *world_;
    }

    const std::vector<std::uint64_t>& roots() const {
        return roots_;
    }

    void print_summary() const {
        std::vector<std::uint8_t> bytes(roots_.size() * sizeof(std::uint64_t));
        ByteWriter writer{bytes};
        for (const std::uint64_t root : roots_) writer.put(root);
        std::printf("%s %zu %016" PRIx64 " %016" PRIx64 "\n", name().c_str(), roots_.size(), hash_bytes(bytes),
                    roots_.empty() ? std::uint64_t{0} : roots_.back());
    }

    void print_roots(std::FILE* out) const {
        std::uint32_t tick = replay_.first_tick.value;
        for (const std::uint64_t root : roots_)
            std::fprintf(out, "%s %" PRIu32 " %016" PRIx64 "\n", name().c_str(), ++tick, root);
    }

  private:
    static constexpr std::uint32_t kFlipEvery = 97;
    static constexpr std::uint32_t kRollbackEvery = 60;
    static constexpr std::uint32_t kSpoilEvery = 211;
    static constexpr std::uint32_t kLevelsSpoiled = 100;
    static constexpr std::uint32_t kLevelHead = 20;  // bytes that are flipped one by one

    std::span<const std::uint8_t> save() {
        saved_.resize(kSnapshotBytesMax);
        return {saved_.data(), save_world(*world_, level_, saved_)};
    }

    void restore() {
        const auto bytes = save();
        make_garbage(world_.get(), sizeof *world_, tick().value);
        const LoadError error = load_world(*world_, level_, bytes);
        if (error != LoadError::none) fail(path_, "a saved world does not load: " + std::string(text_of(error)));
        if (core_version_of(bytes) != kCoreVersion) fail(path_, "a saved world names another core version");
        if (tick().value % kSpoilEvery == 0) check_refusals(bytes.size());
    }

    /// Changes the magic, version, level or a byte, or cuts the end. Each must be refused.
    void check_refusals(std::size_t size) {
        const auto refuses = [&](std::size_t length) {
            const LoadError error = load_world(*scratch_, level_, std::span(saved_).first(length));
            if (error == LoadError::none || text_of(error).empty()) fail(path_, "a corrupted snapshot loads");
        };
        for (const std::size_t at : {std::size_t{0}, std::size_t{8}, std::size_t{12}, size / 2, size - 1}) {
            saved_[at] ^= 1;
            refuses(size);
            // Also with a valid checksum.
            ByteWriter seal{std::span(saved_).subspan(size - sizeof(std::uint64_t), sizeof(std::uint64_t))};
            const std::vector<std::uint8_t> sealed = saved_;
            if (at < 20) {
                seal.put(hash_bytes(std::span(saved_).first(size - sizeof(std::uint64_t))));
                refuses(size);
            }
            saved_ = sealed;
            saved_[at] ^= 1;
        }
        refuses(size - 1);
        refuses(0);
    }

    static void ask(void* answers, std::size_t system, const World& world) {
        std::uint64_t sum = system + static_cast<std::uint64_t>(outcome_of(world)) + team_score(world);
        sum += is_paused(world) ? 1 : is_over(world) ? 2 : 3;
        for (const Slot slot : kSlots) {
            sum += has_charge(world, slot) || has_gold(world, slot) ? 1 : 0;
            sum += will_fire(world.ships[index(slot)], Weapon::needle) ? 1 : 0;
        }
        for (const Enemy& enemy : world.enemies) sum += find_enemy(world, enemy.id) == &enemy ? 1 : 0;
        *static_cast<std::uint64_t*>(answers) += sum;
    }

    /// However a level's bytes are changed, they must be refused with a reason or give a level with another digest.
    void spoil_level() {
        Level other;
        const auto refused = [&](const std::vector<std::uint8_t>& bytes) {
            return !load_level(other, bytes).empty() || other.digest != level_.digest;
        };
        Random random = Random::seed(3, 5);
        const auto size = static_cast<std::uint32_t>(replay_.level.size());
        for (std::uint32_t i = 0; i < kLevelsSpoiled; ++i) {
            std::vector<std::uint8_t> bytes = replay_.level;
            bytes[i < kLevelHead ? i : random.below(size)] ^= static_cast<std::uint8_t>(1 << random.below(8));
            if (!refused(bytes)) fail(path_, "a level with a flipped bit has the same digest");
            bytes = replay_.level;
            bytes.resize(random.below(size));
            if (!refused(bytes)) fail(path_, "a truncated level has the same digest");
        }
        for (const std::size_t more : {size + std::size_t{1}, kLevelBytesMax + 1}) {
            std::vector<std::uint8_t> bytes = replay_.level;
            bytes.resize(more);
            if (!refused(bytes)) fail(path_, "a level with trailing bytes has the same digest");
        }
    }

    /// A client's kind of guess: the last buttons held, no reports.
    void roll_back() {
        copy_world(*scratch_, *world_);
        FramePair guess = roots_.empty() ? FramePair{} : replay_.frames[roots_.size() - 1];
        for (Frame& frame : guess) {
            frame.report_count = 0;
            frame.command = Command::none;
        }
        for (std::uint32_t ticks = 1 + random_.below(kLeadTicksMax); ticks > 0; --ticks) {
            events_->clear();
            albireo::step(*world_, level_, guess, *events_);
        }
        copy_world(*world_, *scratch_);
        events_->clear();
    }

    /// A different bit each time, so that a long game covers every byte of a small struct.
    void flip() {
        const std::uint64_t root = root_of(*world_);
        const std::uint64_t saved = hash_bytes(save());
        for_each_live_stretch(*world_, [&](std::string_view column, std::span<std::uint8_t> bytes) {
            if (bytes.empty()) return;
            std::uint8_t& byte = bytes[flips_ * 31 % bytes.size()];
            const auto bit = static_cast<std::uint8_t>(1 << (flips_ % 8));
            ++flips_;
            byte ^= bit;
            if (root_of(*world_) == root) fail(path_, "the digest does not cover a bit of " + std::string(column));
            if (hash_bytes(save()) == saved) fail(path_, "the snapshot lacks a bit of " + std::string(column));
            byte ^= bit;
        });
    }

    std::string path_;
    const Options& options_;
    cross::FlatReplay replay_;
    Level level_;
    std::unique_ptr<World> world_ = std::make_unique<World>();
    std::unique_ptr<Events> events_ = std::make_unique<Events>();
    std::vector<std::uint64_t> roots_;
    std::size_t next_snapshot_ = 0;
    std::vector<std::uint8_t> saved_;
    std::size_t flips_ = 0;
    std::uint64_t answers_ = 0;
    Random random_ = Random::seed(7, 11);
    std::unique_ptr<World> scratch_ = std::make_unique<World>();
};

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "--roots" && more) {
            options.roots_path = argv[++i];
        } else if (word == "--dump" && more) {
            options.dump_tick = std::strtol(argv[++i], nullptr, 10);
        } else if (word == "--spoil") {
            options.spoil = true;
        } else if (word == "--interleaved") {
            options.interleaved = true;
        } else if (word == "--restore") {
            options.restore = true;
        } else if (word == "--flip") {
            options.flip = true;
        } else if (word == "--probed") {
            options.probed = true;
        } else if (word == "--rollback") {
            options.rollback = true;
        } else if (word == "--twice") {
            options.twice = true;
        } else if (word.starts_with("--")) {
            fail(argv[i], "unknown option");
        } else {
            options.flats.emplace_back(word);
        }
    }
    if (options.flats.empty()) fail("albireo-cross-check", "no flat replays given");
    return options;
}

void dump(Game& game, long tick) {
    while (static_cast<long>(game.tick().value) < tick && game.step()) {
    }
    dump_world(game.world(), [](std::string_view path, std::int64_t value) {
        std::printf("%.*s %" PRId64 "\n", static_cast<int>(path.size()), path.data(), value);
    });
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = parse(argc, argv);
    std::vector<std::unique_ptr<Game>> games;
    for (const std::string& flat : options.flats) games.push_back(std::make_unique<Game>(flat, options));

    if (options.dump_tick >= 0) {
        for (const auto& game : games) dump(*game, options.dump_tick);
        return 0;
    }
    if (options.interleaved) {
        for (bool any = true; any;) {
            any = false;
            for (const auto& game : games) any = game->step() || any;
        }
    } else {
        for (const auto& game : games) {
            while (game->step()) {
            }
        }
    }
    if (options.twice) {
        for (std::size_t i = 0; i < games.size(); ++i) {
            Game again(options.flats[i], options);
            while (again.step()) {
            }
            if (again.roots() != games[i]->roots()) fail(options.flats[i], "plays differently the second time");
        }
    }
    for (const auto& game : games) game->print_summary();
    if (options.roots_path.empty()) return 0;
    std::FILE* out = std::fopen(options.roots_path.c_str(), "wb");
    if (out == nullptr) fail(options.roots_path, "cannot be written");
    for (const auto& game : games) game->print_roots(out);
    return std::fclose(out) == 0 ? 0 : 2;
}
