#include "sim/script/reference.hpp"

#include <cassert>

#include "sim/level/bullet_step.hpp"
#include "sim/level/operation.hpp"

namespace albireo::script {
namespace {

// Every bound and default in units is a whole number of them.
std::string whole_units(std::int32_t raw) {
    assert(raw % Fixed::kOneRaw == 0);
    return std::to_string(raw / Fixed::kOneRaw);
}

std::string kind_of(const Operand& operand) {
    const std::string low = std::to_string(operand.low), high = std::to_string(operand.high);
    switch (operand.kind) {
        case OperandKind::yes: return "`true`";
        case OperandKind::flip:
        case OperandKind::mirror: return "`true` or `false`";
        case OperandKind::count: return low + " … " + high;
        case OperandKind::ticks: return low + " … " + high + " ticks";
        case OperandKind::part_count: return "1 … all";
        case OperandKind::fraction: return "0 … 1";
        case OperandKind::speed: return whole_units(operand.low) + " … " + whole_units(operand.high) + " units a tick";
        case OperandKind::point:
        case OperandKind::departure: {
            const std::string not_zero = operand.kind == OperandKind::departure ? ", not `{0, 0}`" : "";
            return "`{x, y}` within ±" + whole_units(operand.high) + not_zero;
        }
        case OperandKind::path: return "the name of a path";
        case OperandKind::part:
        case OperandKind::part_or_all: return "the name of a part";
        case OperandKind::child: return "the name of a kind";
        case OperandKind::gun: return "the name of one of the part's `guns`";
        case OperandKind::height: return "±" + whole_units(operand.high) + " units";
        case OperandKind::times: return whole_units(operand.low) + " … " + whole_units(operand.high);
        case OperandKind::flag: return "the name of a flag";
        case OperandKind::state: return "the name of a state";
        case OperandKind::machine_state: return "`\"machine.state\"`";
        case OperandKind::text: return "a string";
        case OperandKind::along_path: return "`\"path\"`";
        case OperandKind::heading: return "degrees";
        case OperandKind::turn: return "degrees a tick";
    }
    return {};
}

std::string default_of(const Operand& operand) {
    switch (operand.kind) {
        case OperandKind::part_or_all: return "all";
        case OperandKind::flip:
        case OperandKind::mirror: return operand.fallback != 0 ? "`true`" : "`false`";
        case OperandKind::speed: return whole_units(operand.fallback);
        case OperandKind::point: return "`{" + whole_units(operand.fallback) + ", " + whole_units(operand.fallback) + "}`";
        default: return std::to_string(operand.fallback);
    }
}

std::string line_of(const OperandList& operands, std::string_view meaning, bool is_for_tick) {
    std::string line = "| ";
    for (const Operand& operand : operands) {
        if (operand.name.empty()) break;
        if (&operand != operands.data()) line += "; ";
        line.append("`").append(operand.name).append("` ").append(kind_of(operand));
        if (!operand.is_required) line.append(" (").append(default_of(operand)).append(")");
    }
    line.append(" | ").append(meaning);
    if (is_for_tick) line += "; only in `tick`";
    return line + " |\n";
}

std::string kind_of(const StepOperand& operand) {
    const std::string low = std::to_string(operand.low), high = std::to_string(operand.high);
    switch (operand.kind) {
        case StepOperandKind::yes: return "`true`";
        case StepOperandKind::flip: return "`true` or `false`";
        case StepOperandKind::ticks: return low + " … " + high + " ticks, or `true`: all that are left";
        case StepOperandKind::within: return low + " … all of its ticks";
        case StepOperandKind::count: return low + " … " + high;
        case StepOperandKind::surface: return "`\"rock\"`, `\"edge\"` or `\"both\"`";
        case StepOperandKind::program: return "the name of an earlier program";
        case StepOperandKind::angle:
        case StepOperandKind::arc: return "degrees";
        case StepOperandKind::turn: return "degrees a tick";
        case StepOperandKind::width: return "0 … 180 degrees";
        case StepOperandKind::speed: return "units a tick";
        case StepOperandKind::length: return "units";
        case StepOperandKind::point: return "`{x, y}`";
    }
    return {};
}

std::string default_of(const StepOperand& operand) {
    if (!operand.fallback_text.empty()) return std::string(operand.fallback_text);
    switch (operand.kind) {
        case StepOperandKind::flip: return operand.fallback != 0 ? "`true`" : "`false`";
        case StepOperandKind::point: return "`{" + std::to_string(operand.fallback) + ", " + std::to_string(operand.fallback) + "}`";
        default: return std::to_string(operand.fallback);
    }
}

std::string line_of(const BulletStep& row) {
    std::string line = "| ";
    for (const StepOperand& operand : row.operands) {
        if (operand.name.empty()) break;
        if (&operand != row.operands.data()) line += "; ";
        line.append("`").append(operand.name).append("` ").append(kind_of(operand));
        if (!operand.is_required) line.append(" (").append(default_of(operand)).append(")");
        if (operand.use == StepOperandUse::with_speed) line += ", with a `speed` only";
        if (operand.use == StepOperandUse::without_ring) line += ", without a `ring` only";
    }
    return line.append(" | ").append(row.meaning).append(" |\n");
}

}  // namespace

std::string bullet_reference() {
    std::string text = "| step of a bullet | what the bullet does |\n|---|---|\n";
    for (const BulletStep& row : kBulletSteps) text += line_of(row);
    return text;
}

std::string reference() {
    std::string text = "| action | what it does |\n|---|---|\n";
    for (const Operation& row : kOperations) text += line_of(row.operands, row.meaning, row.is_for_tick);
    text += "\n| condition of a transition | when it holds |\n|---|---|\n";
    for (const Condition& row : kConditions) text += line_of(row.operands, row.meaning, false);
    return text;
}

}  // namespace albireo::script
