#pragma once
/// Reads the operands of one action or transition, by the names in its row of operation.hpp:
///
///     const Operands<Op::hover> in(action);
///     enemy.to = in.point<"hover">();
///     enemy.move_total = in.ticks<"over">();
///
/// The names are looked up at compile time. Compile errors: a name that the row lacks, an operand of another type, and
/// an operand that is not stored.
#include <array>
#include <cassert>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sim/base/angle.hpp"
#include "sim/level/operation.hpp"

namespace albireo {

/// A name as a template argument.
template <std::size_t kSize>
struct OperandName {
    constexpr OperandName(const char (&name)[kSize]) {  // NOLINT: a name is written where an operand is meant
        for (std::size_t i = 0; i < kSize; ++i) text[i] = name[i];
    }
    constexpr std::string_view view() const { return {text.data(), kSize - 1}; }
    std::array<char, kSize> text{};
};

template <auto kCode, Facing kFacing = Facing::fixed>
class Operands {
    enum class Type { truth, whole, index, ticks, units, point, angle, steps, machine_state };

    static consteval Type type_of(OperandKind kind, Stored stored) {
        switch (kind) {
            case OperandKind::flip: return Type::truth;
            case OperandKind::ticks: return Type::ticks;
            case OperandKind::speed:
            case OperandKind::height:
            case OperandKind::times: return Type::units;
            case OperandKind::point:
            case OperandKind::departure: return Type::point;
            case OperandKind::heading: return Type::angle;
            case OperandKind::turn: return Type::steps;
            case OperandKind::machine_state: return Type::machine_state;
            default: return stored == Stored::a ? Type::index : Type::whole;
        }
    }

    static consteval const auto& row() {
        if constexpr (std::is_same_v<decltype(kCode), Op>) {
            return row_of(kCode, kFacing);
        } else {
            return row_of(kCode);
        }
    }

    template <Type kType, OperandName kName>
    static consteval Stored stored() {
        for (const Operand& each : row().operands) {
            if (each.name != kName.view()) continue;
            if (type_of(each.kind, each.stored) != kType) throw "the operand has another type";
            if (each.stored == Stored::nowhere) throw "the operand is not stored";
            return each.stored;
        }
        throw "the row has no operand of that name";
    }
    template <Type kType, OperandName kName>
    constexpr std::int32_t number() const {
        constexpr Stored kField = stored<kType, kName>();
        return kField == Stored::a ? a_ : kField == Stored::x ? x_ : kField == Stored::y ? y_ : z_;
    }

  public:
    constexpr explicit Operands(const ActionDef& action) : a_(action.a), x_(action.x), y_(action.y), z_(action.z) {
        assert(action.op == kCode);
    }
    constexpr explicit Operands(const TransitionDef& way) : a_(way.a), x_(way.x) { assert(way.when == kCode); }

    template <OperandName kName>
    constexpr bool truth() const {
        return number<Type::truth, kName>() != 0;
    }
    template <OperandName kName>
    constexpr std::int32_t whole() const {
        return number<Type::whole, kName>();
    }
    template <OperandName kName>
    constexpr std::uint8_t index() const {
        return static_cast<std::uint8_t>(number<Type::index, kName>());
    }
    template <OperandName kName>
    constexpr std::uint16_t ticks() const {
        return static_cast<std::uint16_t>(number<Type::ticks, kName>());
    }
    template <OperandName kName>
    constexpr Fixed units() const {
        return Fixed{number<Type::units, kName>()};
    }
    template <OperandName kName>
    constexpr Vec2 point() const {
        static_cast<void>(stored<Type::point, kName>());
        return {Fixed{x_}, Fixed{y_}};
    }
    template <OperandName kName>
    constexpr Angle angle() const {
        return Angle::from_raw(number<Type::angle, kName>());
    }
    template <OperandName kName>
    constexpr std::int16_t steps() const {
        return static_cast<std::int16_t>(number<Type::steps, kName>());
    }
    template <OperandName kName>
    constexpr std::pair<std::uint8_t, std::int32_t> machine_state() const {
        static_cast<void>(stored<Type::machine_state, kName>());
        return {a_, x_};
    }

  private:
    std::uint8_t a_ = 0;
    std::int32_t x_ = 0, y_ = 0, z_ = 0;
};

}  // namespace albireo
