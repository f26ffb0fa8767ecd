#include "sim/script/emitter.hpp"

#include <algorithm>
#include <utility>

#include "sim/level/bullet_rules.hpp"
#include "sim/script/behaviour.hpp"
#include "sim/script/bullet.hpp"
#include "sim/script/numbers.hpp"

namespace albireo::script {
namespace {

std::vector<std::string> names_of(const Registry::Sources& sources) {
    std::vector<std::string> names;
    for (const auto& [name, value] : sources) names.push_back(name);
    return names;
}

}  // namespace

std::int64_t scaled(std::int64_t value, std::int32_t hundredths, std::int64_t least) {
    return std::max(least, (value * hundredths + 50) / 100);
}

Range range_at(std::size_t size, std::size_t count, const std::string& where) {
    if (size + count > kListMax) throw Mistake(where + ": the level has grown too large");
    return {static_cast<std::uint16_t>(size), static_cast<std::uint16_t>(count)};
}

std::uint8_t place_among(std::span<const std::string> names, const std::string& name, const std::string& what,
                         const std::string& where) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw Mistake(where + ": unknown " + what + " '" + name + "'" + nearest(name, {names.begin(), names.end()}));
    }
    return static_cast<std::uint8_t>(found - names.begin());
}

Emitter::Emitter(const Registry& registry, Difficulty difficulty)
    : registry_(registry), factors_(kFactors[static_cast<std::size_t>(difficulty)]) {
    level.difficulty = difficulty;
}

void Emitter::drop_level() {
    level = Level{};
    names_.clear();
    bullets_.clear();  // writing a gun reads its program, which must belong to this level
    flags_.clear();
}

void Emitter::check_name(std::string_view text, const std::string& where) {
    const auto printable = [](char c) { return c >= 0x20 && c < 0x7f; };
    if (!text.empty() && text.size() <= Name::kMax && std::all_of(text.begin(), text.end(), printable)) return;
    throw Mistake(where + ": must be 1 to " + std::to_string(Name::kMax) + " characters of printable ASCII, is " +
                  std::to_string(text.size()) + " bytes: \"" + std::string(text) + "\"");
}

std::uint16_t Emitter::name(std::string_view text, const std::string& where) {
    const auto known = names_.find(text);
    if (known != names_.end()) return known->second;
    check_name(text, where);
    if (level.names.size() >= kNamesMax) throw Mistake(where + ": more than " + std::to_string(kNamesMax) + " names");
    level.names.push_back(Name::of(text));
    const auto index = static_cast<std::uint16_t>(level.names.size() - 1);
    names_.emplace(text, index);
    return index;
}

std::uint8_t Emitter::kind(const std::string& name, const std::string& where) {
    const auto known = kinds_.find(name);
    if (known != kinds_.end()) return narrow<std::uint8_t>(known->second);
    const auto source = registry_.kinds.find(name);
    if (source == registry_.kinds.end()) {
        throw Mistake(where + ": unknown kind '" + name + "'" + nearest(name, names_of(registry_.kinds)));
    }
    // Its children are written first, so its own index is known only when it is written.
    writing_.push_back(name);
    const auto outer_guns = std::exchange(guns_, {});
    KindDef def;
    try {
        write_kind(def, source->second, "kind '" + name + "'");
    } catch (const Mistake&) {
        writing_.clear();
        guns_.clear();
        throw;
    }
    writing_.pop_back();
    guns_ = outer_guns;
    const std::uint8_t index = add_to_byte_list(level.kinds, def, where, "kinds");
    kinds_.emplace(name, index);
    return index;
}

std::uint8_t Emitter::child(const std::string& name, const std::string& where) {
    const std::string parent = writing_.back();
    parents_.insert(parent);
    if (std::find(writing_.begin(), writing_.end(), name) != writing_.end()) {
        throw Mistake(where + ": '" + name + "' would be its own descendant");
    }
    const std::uint8_t index = kind(name, where);
    if (parents_.contains(name)) grandparents_.insert(parent);
    if (!grandparents_.contains(name)) return index;
    throw Mistake(where + ": '" + name + "' spawns kinds that spawn children, so it cannot be a child");
}

std::uint8_t Emitter::gun_of(const std::string& part, const std::string& name, const std::string& where) const {
    const auto found = guns_.find(part + "." + name);
    if (found != guns_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [key, index] : guns_) {
        if (key.starts_with(part + ".")) known.push_back(key.substr(part.size() + 1));
    }
    throw Mistake(where + ": '" + part + "' has no gun '" + name + "' among its guns" + nearest(name, known));
}

std::uint8_t Emitter::missile(const std::string& name, const std::string& where) {
    const auto known = missiles_.find(name);
    if (known != missiles_.end()) return narrow<std::uint8_t>(known->second);
    const auto source = registry_.missiles.find(name);
    if (source == registry_.missiles.end()) {
        throw Mistake(where + ": unknown missile '" + name + "'" + nearest(name, names_of(registry_.missiles)));
    }
    Fields fields(source->second, "missile '" + name + "'");
    MissileDef def;
    def.name = this->name(fields.text("name"), fields.where("name"));
    def.coast = narrow<std::uint16_t>(fields.whole("coast", kTicks, 30));
    def.turn = narrow<std::uint16_t>(fields.whole("turn", kSomeTicks, 30));
    def.life = narrow<std::uint16_t>(fields.whole("life", kSomeTicks, 600));
    def.launch_speed = scaled_speed(fields.units("launch_speed", kShotSpeed), factors_.speed);
    def.speed = scaled_speed(fields.units("speed", kShotSpeed), factors_.speed);
    def.radius = fields.units("radius", kRadius);
    def.armour = scaled_armour(fields.whole("armour", {1, kArmourMax}, 1), factors_.armour);
    def.worth = narrow<std::uint32_t>(fields.whole("worth", {0, kWorthMax}, 0));
    def.charge = narrow<std::int32_t>(fields.whole("charge", {0, 1000}, 0));
    fields.done();
    const std::uint8_t index = add_to_byte_list(level.missiles, def, where, "missiles");
    missiles_.emplace(name, index);
    return index;
}

std::uint8_t Emitter::bullet(const std::string& name, const std::string& where) {
    const auto known = bullets_.find(name);
    if (known != bullets_.end()) return narrow<std::uint8_t>(known->second);
    const auto source = registry_.bullets.find(name);
    if (source == registry_.bullets.end()) {
        throw Mistake(where + ": unknown bullet '" + name + "'" + nearest(name, names_of(registry_.bullets)));
    }
    // A cycle can only be a program that names itself: other programs must be declared before they are named.
    if (name == writing_bullet_) throw Mistake(where + ": '" + name + "' cannot split into itself");
    const std::string outer = std::exchange(writing_bullet_, name);
    Fields fields(source->second, "bullet '" + name + "'");
    BulletDef def;
    def.name = this->name(fields.text("name"), fields.where("name"));
    def.look = narrow<std::uint8_t>(fields.whole("look", {0, 3}, 0));
    def.steps = write_bullet_steps(*this, fields.items(), fields.where(), factors_.speed);
    fields.done();
    writing_bullet_ = outer;
    if (level.bullets.size() >= kBulletsMax) {
        throw Mistake(where + ": more than " + std::to_string(kBulletsMax) + " bullets in a level");
    }
    def.draws = uses_dice(level, def) ? 1 : 0;
    level.bullets.push_back(def);
    const std::size_t index = level.bullets.size() - 1;
    if (const std::string fault = bullet_fault(level, index); !fault.empty()) throw Mistake(fields.where() + " " + fault);
    bullets_.emplace(name, static_cast<std::uint16_t>(index));
    return narrow<std::uint8_t>(static_cast<std::int64_t>(index));
}

std::uint16_t Emitter::path(const std::string& name, bool mirrored, const std::string& where) {
    const std::string key = mirrored ? name + " mirrored" : name;
    const auto known = paths_.find(key);
    if (known != paths_.end()) return known->second;
    const auto source = registry_.paths.find(name);
    if (source == registry_.paths.end()) {
        throw Mistake(where + ": unknown path '" + name + "'" + nearest(name, names_of(registry_.paths)));
    }
    Fields fields(source->second, "path '" + name + "'");
    PathDef def;
    def.name = this->name(fields.text("name"), fields.where("name"));
    const auto items = fields.items();
    if (items.size() < 2 || items.size() > 256) {
        throw Mistake(fields.where() + ": must have 2 to 256 points {x, y}, has " + std::to_string(items.size()));
    }
    def.points = points(items, fields.where(), kPlaceMax, mirrored);
    fields.done();
    std::int64_t way = 0;
    for (std::size_t i = 1; i < items.size(); ++i) {
        way += length(level.points[def.points.first + i] - level.points[def.points.first + i - 1]).raw;
    }
    if (way < Fixed::kOneRaw || way > kPathLengthMax.raw) {
        throw Mistake(fields.where() + ": must be 1 to " + std::to_string(kPathLengthMax.floor()) +
                      " units long from point to point, is " + std::to_string(way / Fixed::kOneRaw));
    }
    const std::uint8_t index = add_to_byte_list(level.paths, def, where, "paths");
    paths_.emplace(key, index);
    return index;
}

std::uint8_t Emitter::flag(const std::string& name, const std::string& where) {
    const auto known = flags_.find(name);
    if (known != flags_.end()) return narrow<std::uint8_t>(known->second);
    if (flags_.size() >= kFlagsMax) {
        throw Mistake(where + ": more than " + std::to_string(kFlagsMax) + " flags in a level");
    }
    const auto index = narrow<std::uint8_t>(static_cast<std::int64_t>(flags_.size()));
    flags_.emplace(name, index);
    return index;
}

Range Emitter::points(std::span<const Value> values, const std::string& where, Fixed reach, bool mirrored) {
    const Range range = range_at(level.points.size(), values.size(), where);
    for (std::size_t i = 0; i < values.size(); ++i) {
        Vec2 point = to_point(values[i], where + "[" + std::to_string(i + 1) + "]", reach);
        if (mirrored) point.y = -point.y;
        level.points.push_back(point);
    }
    return range;
}

void Emitter::write_kind(KindDef& kind, const Value& value, const std::string& where) {
    Fields fields(value, where);
    kind.name = name(fields.text("name"), fields.where("name"));
    kind.size = static_cast<KindSize>(fields.choice("size", {"small", "medium", "large", "boss"}, 0));
    kind.face = fields.truth("faces_path", false) ? Facing::path : Facing::fixed;
    kind.speed = fields.units("speed", {Fixed{}, kSpeedMax}, Fixed{});
    kind.radius = fields.units("radius", kRadius);
    kind.worth = narrow<std::uint32_t>(fields.whole("worth", {0, kWorthMax}, 0));
    kind.charge = narrow<std::int32_t>(fields.whole("charge", {0, 1000}, 0));
    kind.par = narrow<std::uint16_t>(fields.whole("par", kTicks, 0));
    if (fields.has("raises")) kind.raises = flag(fields.text("raises"), fields.where("raises"));
    if (kind.par != 0 && kind.size == KindSize::small) throw Mistake(fields.where("par") + ": a small kind has none");

    const auto parts = fields.list("parts", true);
    if (parts.empty() || parts.size() > kPartsMax) {
        throw Mistake(fields.where("parts") + ": must be 1 to " + std::to_string(kPartsMax) + " parts, has " +
                      std::to_string(parts.size()));
    }
    std::vector<Fields> part_fields;
    std::vector<std::string> part_names;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        part_fields.emplace_back(parts[i], fields.where("parts[" + std::to_string(i + 1) + "]"));
        part_names.push_back(part_fields.back().text("name", parts.size() == 1 ? "body" : ""));
        if (std::count(part_names.begin(), part_names.end(), part_names.back()) > 1) {
            throw Mistake(part_fields.back().where("name") + ": '" + part_names.back() +
                          "' is taken; each part needs its own");
        }
    }
    std::vector<PartDef> defs;
    for (std::size_t i = 0; i < parts.size(); ++i)
        defs.push_back(write_part(part_fields[i], part_names, parts.size() == 1));
    if (std::none_of(defs.begin(), defs.end(), [](const PartDef& part) { return part.vital != 0; })) {
        throw Mistake(fields.where("parts") + ": one must be vital = true, or it could never die");
    }
    kind.parts = range_at(level.parts.size(), defs.size(), where);
    level.parts.insert(level.parts.end(), defs.begin(), defs.end());
    kind.machines = write_machines(*this, fields.list("machines"), fields.where("machines"), part_names);
    fields.done();
}

}  // namespace albireo::script
