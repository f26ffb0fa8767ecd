#include "proto/run_packer.hpp"

#include <algorithm>
#include <array>

namespace albireo::proto {

namespace {

using Probability = std::uint16_t;  // that a bit is 1, in 65 536ths

/// Trained on recordings of bots by tests/proto/make_run_model: for each kind of byte a tree of its eight bits, each
/// node the probability of a 1 in 256ths. Trees begin at index 1, as heaps do.
constexpr std::uint8_t kModel[kRunTrees][256] = {
#include "proto/run_model.inc"
};

constexpr Probability kEnd = 65536 / 7;  // that a run ends before its next edit
constexpr int kAdaptShift = 4;           // a node moves a sixteenth of the way with every bit
constexpr std::uint8_t kRaw = 0xff;      // the first byte of a run that is not packed; the coder never begins with it

struct Model {
    std::array<std::array<Probability, 256>, kRunTrees> trees;
    Probability end = kEnd;

    Model() {
        for (std::size_t tree = 0; tree < trees.size(); ++tree) {
            for (std::size_t node = 0; node < 256; ++node) {
                trees[tree][node] = static_cast<Probability>(kModel[tree][node] << 8);
            }
        }
    }
};

void adapt(Probability& probability, bool bit) {
    constexpr int kLeast = 512;  // no probability reaches 0 or 1
    const int target = bit ? 65535 - kLeast : kLeast;
    probability = static_cast<Probability>(probability + (target - probability) / (1 << kAdaptShift));
}

// A carryless coder of 32 bits: the value lies in [low, high], and the leading bytes on which both agree are
// written. The first byte stays below kRaw.
constexpr std::uint32_t kHighFirst = 0xfeffffff;

std::uint32_t split(std::uint32_t low, std::uint32_t high, Probability probability) {
    return low + static_cast<std::uint32_t>((std::uint64_t{high - low} * probability) >> 16);
}

class Packer {
  public:
    explicit Packer(std::span<std::uint8_t> out) : out_(out) {}

    void bit(bool one, Probability& probability) {
        const std::uint32_t middle = split(low_, high_, probability);
        (one ? high_ : low_) = one ? middle : middle + 1;
        for (; ((low_ ^ high_) >> 24) == 0; low_ <<= 8, high_ = high_ << 8 | 0xff) put(high_ >> 24);
        adapt(probability, one);
    }
    /// The fewest bytes that name a value in the range when zeros follow them; zeros at the end need not be written.
    void finish() {
        for (int bytes = 0; bytes <= 4; ++bytes) {
            const std::uint32_t rest = bytes == 4 ? 0 : 0xffffffffu >> (8 * bytes);
            const std::uint64_t value = (std::uint64_t{low_} + rest) & ~std::uint64_t{rest};
            if (value > high_) continue;
            for (int i = 0; i < bytes; ++i) put(static_cast<std::uint32_t>(value >> (24 - 8 * i)) & 0xff);
            break;
        }
        while (used_ > 1 && !full_ && out_[used_ - 1] == 0) --used_;
        if (used_ == 0) put(0);
    }
    bool full() const { return full_; }
    std::size_t used() const { return used_; }

  private:
    void put(std::uint32_t byte) {
        if (used_ < out_.size()) {
            out_[used_++] = static_cast<std::uint8_t>(byte);
        } else {
            full_ = true;
        }
    }
    std::span<std::uint8_t> out_;
    std::size_t used_ = 0;
    bool full_ = false;
    std::uint32_t low_ = 0, high_ = kHighFirst;
};

class Unpacker {
  public:
    explicit Unpacker(std::span<const std::uint8_t> in) : in_(in) {
        for (int i = 0; i < 4; ++i) value_ = value_ << 8 | take();
    }
    bool bit(Probability& probability) {
        const std::uint32_t middle = split(low_, high_, probability);
        const bool one = value_ <= middle;
        (one ? high_ : low_) = one ? middle : middle + 1;
        for (; ((low_ ^ high_) >> 24) == 0; low_ <<= 8, high_ = high_ << 8 | 0xff) value_ = value_ << 8 | take();
        adapt(probability, one);
        return one;
    }

  private:
    std::uint32_t take() { return at_ < in_.size() ? in_[at_++] : 0u; }
    std::span<const std::uint8_t> in_;
    std::size_t at_ = 0;
    std::uint32_t low_ = 0, high_ = kHighFirst, value_ = 0;
};

const Model kTrained;

constexpr std::uint32_t kEnemyMax = 0x1ffff;  // a difference of 16 bits, zigzagged, and a bit
constexpr unsigned kRecentBits = 3;
static_assert(kRecentHits == (1u << kRecentBits) - 1 && (kRecentHits + 1) << kRecentBits <= 256);

/// An enemy as the codec writes it.
std::uint32_t name_code(EnemyId enemy, EnemyId before) {
    const bool apart = enemy.lap != before.lap || enemy.child != before.child;
    const auto off = static_cast<std::int16_t>(static_cast<std::uint16_t>(enemy.spawn - before.spawn));
    return (zigzag(off) << 1) | (apart ? 1 : 0);
}

/// The coder that reads a run and passes its bits to `Bits`.
template <class Bits>
class RunReading {
  public:
    RunReading(std::span<const std::uint8_t> run, Bits bits) : run_(run), bits_(bits) {}

    bool failed() const { return failed_; }
    bool end() {
        const bool here = at_ == run_.size();
        bits_.end(here);
        return here;
    }
    std::uint8_t byte(RunTree tree) {
        const std::uint8_t value = take();
        put(tree, 1, 8, value);
        return value;
    }
    std::uint32_t number(RunTree tree, std::uint32_t by) {
        const std::uint32_t value = take_number();
        put_number(tree, zigzag(static_cast<std::int32_t>(static_cast<std::uint32_t>(unzigzag(value)) + by)));
        return value;
    }
    std::size_t enemy(const LastReport& last, std::size_t before, EnemyId& enemy) {
        const std::uint32_t value = take_number();
        if (value > kEnemyMax) failed_ = true;
        enemy = last.enemy;
        enemy.spawn = static_cast<std::uint16_t>(enemy.spawn + unzigzag(value >> 1));
        if ((value & 1) != 0) {
            enemy.lap = take();
            enemy.child = take();
        }
        const auto found = std::ranges::find(last.recent, enemy, &RecentHit::enemy);
        const bool known = found != last.recent.end() && name_code(enemy, last.enemy) == value;
        const std::size_t which = known ? static_cast<std::size_t>(found - last.recent.begin()) : kRecentHits;
        put(kRecent, static_cast<unsigned>(before << kRecentBits) + 1, kRecentBits, static_cast<unsigned>(which));
        if (known) return which;
        put_number(kEnemy, value);
        if ((value & 1) != 0) {
            put(kPlain, 1, 8, enemy.lap);
            put(kPlain, 1, 8, enemy.child);
        }
        return which;
    }

  private:
    std::uint8_t take() {
        if (at_ < run_.size()) return run_[at_++];
        failed_ = true;
        return 0;
    }
    /// Fails on bytes that no codec writes, because once packed they could not be told from valid ones.
    std::uint32_t take_number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t group = take();
            value |= std::uint64_t{group & 0x7fu} << shift;
            if (group >= 0x80) continue;
            if ((group == 0 && shift != 0) || value > 0xffffffff) break;
            return static_cast<std::uint32_t>(value);
        }
        failed_ = true;
        return 0;
    }
    void put(RunTree tree, unsigned root, unsigned bits, unsigned value) {
        unsigned node = 1;
        while (bits-- > 0) {
            const bool one = (value >> bits & 1) != 0;
            bits_.bit(tree, root - 1 + node, one);
            node = node * 2 + (one ? 1 : 0);
        }
    }
    void put_number(RunTree tree, std::uint32_t value) {
        for (; value >= 0x80; value >>= 7, tree = kMore) put(tree, 1, 8, (value & 0x7f) | 0x80);
        put(tree, 1, 8, value);
    }

    std::span<const std::uint8_t> run_;
    std::size_t at_ = 0;
    Bits bits_;
    bool failed_ = false;
};

/// The coder that writes a run from the bits it unpacks.
class RunWriting {
  public:
    RunWriting(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out) : unpacker_(packed), out_(out) {}

    bool failed() const { return failed_; }
    std::size_t used() const { return used_; }
    bool end() { return unpacker_.bit(model_.end); }
    std::uint8_t byte(RunTree tree) {
        const auto value = static_cast<std::uint8_t>(get(tree, 1, 8));
        put(value);
        return value;
    }
    std::uint32_t number(RunTree tree, std::uint32_t by) {
        const std::uint32_t value =
            zigzag(static_cast<std::int32_t>(static_cast<std::uint32_t>(unzigzag(get_number(tree))) - by));
        put_number(value);
        return value;
    }
    std::size_t enemy(const LastReport& last, std::size_t before, EnemyId& enemy) {
        const std::size_t which = get(kRecent, static_cast<unsigned>(before << kRecentBits) + 1, kRecentBits);
        enemy = last.enemy;
        if (which < kRecentHits) {
            enemy = last.recent[which].enemy;
            const std::uint32_t value = name_code(enemy, last.enemy);
            put_number(value);
            if ((value & 1) == 0) return which;
            put(enemy.lap);
            put(enemy.child);
            return which;
        }
        const std::uint32_t value = number(kEnemy, 0);
        enemy.spawn = static_cast<std::uint16_t>(enemy.spawn + unzigzag(value >> 1));
        if ((value & 1) != 0) {
            enemy.lap = byte(kPlain);
            enemy.child = byte(kPlain);
        }
        return which;
    }

  private:
    void put(std::uint32_t byte) {
        if (used_ < out_.size()) {
            out_[used_++] = static_cast<std::uint8_t>(byte);
        } else {
            failed_ = true;
        }
    }
    void put_number(std::uint32_t value) {
        for (; value >= 0x80; value >>= 7) put((value & 0x7f) | 0x80);
        put(value);
    }
    unsigned get(RunTree tree, unsigned root, unsigned bits) {
        unsigned node = 1;
        for (unsigned i = 0; i < bits; ++i) {
            node = node * 2 + (unpacker_.bit(model_.trees[tree][root - 1 + node]) ? 1 : 0);
        }
        return node - (1u << bits);
    }
    std::uint32_t get_number(RunTree tree) {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7, tree = kMore) {
            const unsigned group = get(tree, 1, 8);
            value |= std::uint64_t{group & 0x7f} << shift;
            if (group < 0x80 && value <= 0xffffffff) return static_cast<std::uint32_t>(value);
        }
        failed_ = true;
        return 0;
    }

    Unpacker unpacker_;
    Model model_ = kTrained;
    std::span<std::uint8_t> out_;
    std::size_t used_ = 0;
    bool failed_ = false;
};

struct PackedBits {
    Packer& packer;
    Model model = kTrained;
    void bit(RunTree tree, unsigned node, bool one) { packer.bit(one, model.trees[tree][node]); }
    void end(bool one) { packer.bit(one, model.end); }
};

struct CountedBits {
    RunCounts& counts;
    void bit(RunTree tree, unsigned node, bool one) { ++counts.nodes[tree][node][one ? 1 : 0]; }
    void end(bool) {}
};

}  // namespace

std::size_t pack_run(const FrameContext& before, std::span<const std::uint8_t> run, std::span<std::uint8_t> out) {
    if (run.empty()) return 0;
    Packer packer{out.first(std::min(out.size(), run.size()))};
    RunReading<PackedBits> reading{run, {packer}};
    RunWalk{reading, before}.walk();
    if (!reading.failed()) {
        packer.finish();
        if (!packer.full()) return packer.used();
    }
    if (out.size() < run.size() + 1) return 0;
    out[0] = kRaw;
    std::copy(run.begin(), run.end(), out.begin() + 1);
    return run.size() + 1;
}

std::optional<std::size_t> unpack_run(const FrameContext& before, std::span<const std::uint8_t> packed,
                                      std::span<std::uint8_t> out) {
    if (packed.empty()) return 0;
    if (packed[0] == kRaw) {
        if (packed.size() - 1 > out.size()) return std::nullopt;
        std::copy(packed.begin() + 1, packed.end(), out.begin());
        return packed.size() - 1;
    }
    RunWriting writing{packed, out};
    RunWalk{writing, before}.walk();
    if (writing.failed()) return std::nullopt;
    return writing.used();
}

void count_run(const FrameContext& before, std::span<const std::uint8_t> run, RunCounts& counts) {
    RunReading<CountedBits> reading{run, {counts}};
    RunWalk{reading, before}.walk();
}

}  // namespace albireo::proto
