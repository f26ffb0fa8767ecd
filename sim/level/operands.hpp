#pragma once
/// Reads the operands of one action or transition, by the names in its row of operation.hpp:
///
///     const Operands<Op::hover> in(action);
///     enemy.to = in.point("hover");
///     enemy.move_total = in.ticks("over");
///
/// The names are looked up at compile time. Compile errors: a name that the row lacks, an operand of another type, and
/// an operand that is not stored.
#include <cassert>
#include <type_traits>
#include <utility>

#include "sim/base/angle.hpp"
#include "sim/level/operation.hpp"

namespace albireo {

template <auto kCode, std::uint8_t kFacing = 0>
class Operands {
    enum class Type { truth, whole, index, ticks, units, point, angle, steps, machine_state };

    static consteval Type type_of(OperandKind kind, Stored stored) {
        switch (kind) {
            case OperandKind::flip: return Type::truth;
            case OperandKind::ticks: return Type::ticks;
            case OperandKind::speed: return Type::units;
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

    template <Type kType>
    struct Named {
        Stored stored = Stored::nowhere;
        consteval Named(const char* name) {  // NOLINT: a name is written where an operand is meant
            for (const Operand& each : row().operands) {
                if (each.name != name) continue;
                if (type_of(each.kind, each.stored) != kType) throw "the operand has another type";
                if (each.stored == Stored::nowhere) throw "the operand is not stored";
                stored = each.stored;
                return;
            }
            throw "the row has no operand of that name";
        }
    };

  public:
    constexpr explicit Operands(const ActionDef& action) : a_(action.a), x_(action.x), y_(action.y), z_(action.z) {
        assert(action.op == kCode);
    }
    constexpr explicit Operands(const TransitionDef& way) : a_(way.a), x_(way.x) { assert(way.when == kCode); }

    constexpr bool truth(Named<Type::truth> operand) const { return number(operand.stored) != 0; }
    constexpr std::int32_t whole(Named<Type::whole> operand) const { return number(operand.stored); }
    constexpr std::uint8_t index(Named<Type::index>) const { return a_; }
    constexpr std::uint16_t ticks(Named<Type::ticks> operand) const {
        return static_cast<std::uint16_t>(number(operand.stored));
    }
    constexpr Fixed units(Named<Type::units> operand) const { return Fixed{number(operand.stored)}; }
    constexpr Vec2 point(Named<Type::point>) const { return {Fixed{x_}, Fixed{y_}}; }
    constexpr Angle angle(Named<Type::angle> operand) const { return Angle::from_raw(number(operand.stored)); }
    constexpr std::int16_t steps(Named<Type::steps> operand) const {
        return static_cast<std::int16_t>(number(operand.stored));
    }
    constexpr std::pair<std::uint8_t, std::int32_t> machine_state(Named<Type::machine_state>) const {
        return {a_, x_};
    }

  private:
    constexpr std::int32_t number(Stored field) const {
        assert(field == Stored::x || field == Stored::y || field == Stored::z);
        return field == Stored::x ? x_ : field == Stored::y ? y_ : z_;
    }

    std::uint8_t a_ = 0;
    std::int32_t x_ = 0, y_ = 0, z_ = 0;
};

}  // namespace albireo
