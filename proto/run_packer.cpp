#include "proto/run_packer.hpp"

#include <algorithm>
#include <array>

namespace albireo::proto {

namespace {

using Probability = std::uint16_t;  // that a bit is 1, in 65 536ths

/// Trained on recordings of bots by tests/proto/make_run_model: for each kind of byte a tree of its eight bits, each
/// node the probability of a 1 in 256ths. Trees begin at index 1, as heaps do.
constexpr std::uint8_t kModel[RunGrammar::kContexts][256] = {
#include "proto/run_model.inc"
};

constexpr Probability kEnd = 65536 / 7;  // that a run ends before its next edit
constexpr int kAdaptShift = 4;           // a node moves a sixteenth of the way with every bit
constexpr std::uint8_t kRaw = 0xff;      // the first byte of a run that is not packed; the coder never begins with it

struct Model {
    std::array<std::array<Probability, 256>, RunGrammar::kContexts> trees;
    Probability end = kEnd;

    Model() {
        for (std::size_t context = 0; context < trees.size(); ++context) {
            for (std::size_t node = 0; node < 256; ++node) {
                trees[context][node] = static_cast<Probability>(kModel[context][node] << 8);
            }
        }
    }
};

void adapt(Probability& probability, bool bit) {
    constexpr int kLeast = 512;  // a node never becomes quite sure
    const int target = bit ? 65535 - kLeast : kLeast;
    probability = static_cast<Probability>(probability + (target - probability) / (1 << kAdaptShift));
}

// A carryless coder of 32 bits: the value lies in [low, high], and what both agree upon is written. The first byte
// stays below kRaw.
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

}  // namespace

std::size_t pack_run(std::span<const std::uint8_t> run, std::span<std::uint8_t> out) {
    if (run.empty()) return 0;
    Packer packer{out.first(std::min(out.size(), run.size()))};
    Model model = kTrained;
    RunGrammar grammar;
    for (const std::uint8_t byte : run) {
        if (grammar.at_op()) packer.bit(false, model.end);
        auto& tree = model.trees[grammar.context()];
        for (unsigned node = 1, shift = 8; shift-- > 0;) {
            const bool one = (byte >> shift & 1) != 0;
            packer.bit(one, tree[node]);
            node = node * 2 + (one ? 1 : 0);
        }
        grammar.advance(byte);
    }
    if (grammar.at_op()) {
        packer.bit(true, model.end);
        packer.finish();
        if (!packer.full()) return packer.used();
    }
    if (out.size() < run.size() + 1) return 0;
    out[0] = kRaw;
    std::copy(run.begin(), run.end(), out.begin() + 1);
    return run.size() + 1;
}

std::optional<std::size_t> unpack_run(std::span<const std::uint8_t> packed, std::span<std::uint8_t> out) {
    if (packed.empty()) return 0;
    if (packed[0] == kRaw) {
        if (packed.size() - 1 > out.size()) return std::nullopt;
        std::copy(packed.begin() + 1, packed.end(), out.begin());
        return packed.size() - 1;
    }
    Unpacker unpacker{packed};
    Model model = kTrained;
    RunGrammar grammar;
    for (std::size_t size = 0;;) {
        if (grammar.at_op() && unpacker.bit(model.end)) return size;
        if (size == out.size()) return std::nullopt;
        auto& tree = model.trees[grammar.context()];
        unsigned node = 1;
        while (node < 256) node = node * 2 + (unpacker.bit(tree[node]) ? 1 : 0);
        out[size] = static_cast<std::uint8_t>(node);
        grammar.advance(out[size++]);
    }
}

// ------------------------------------------------------------------------------------------------------------ grammar

void RunGrammar::advance(std::uint8_t byte) {
    switch (context_) {
        case kOpFirst:
        case kOpAfterAim:
        case kOpAfterHit:
        case kOpAfterOther:
        case kOpAfterLonger:
            return after_op(byte);
        case kTag:
            return after_tag(byte);
        case kPlain:
            return next_field();
        case kMore:
        case kHitNumber:
        case kReportNumber:
        case kEnemy:
        case kPart:
        case kAim:
            break;
        case kContexts:
            return;
    }
    // A number, in groups of seven bits. An enemy's lowest bit says that two bytes follow.
    if (context_ != kMore) {
        number_ = context_;
        if (number_ == kEnemy && (byte & 1) != 0 && field_count_ + 2 <= kFieldsMax) {
            fields_[field_count_++] = kPlain;
            fields_[field_count_++] = kPlain;
        }
    }
    if (byte >= 0x80) {
        context_ = kMore;
    } else {
        next_field();
    }
}

void RunGrammar::after_op(std::uint8_t op) {
    if (op < 0x80) {
        context_ = kOpFirst;
    } else if (op < 0xc0) {
        context_ = kOpAfterAim;
    } else if (op < 0xe0) {
        context_ = kHitNumber;
        then_ = kOpAfterHit;
    } else {
        context_ = op < 0xf0 ? kTag : kOpAfterLonger;
    }
}

void RunGrammar::after_tag(std::uint8_t tag) {
    field_count_ = 0;
    then_ = kOpAfterOther;
    const auto add = [&](Context field) { fields_[field_count_++] = field; };
    if (tag >= 0x80) {
        if ((tag & 1) != 0) add(kReportNumber);
        if ((tag & 2) != 0) add(kPart);
        if ((tag & 4) != 0) add(kEnemy);
    } else if (tag == 0x40) {
        add(kAim);
        add(kAim);
    } else if (tag == 0x41) {
        add(kEnemy);
    } else if (tag == 0x42 || tag >= 0x60) {
        add(kPlain);
    }
    next_field();
}

void RunGrammar::next_field() {
    context_ = field_count_ > 0 ? fields_[--field_count_] : then_;
}

}  // namespace albireo::proto
