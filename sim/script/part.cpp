/// The parts of a kind, with their guns, beams and hatches: what Emitter writes for them.
#include "sim/level/bullet_rules.hpp"
#include "sim/script/emitter.hpp"
#include "sim/script/numbers.hpp"

namespace albireo::script {

PartDef Emitter::write_part(Fields& fields, std::span<const std::string> part_names, bool only_one) {
    PartDef part;
    part.name = name(fields.text("name", only_one ? "body" : ""), fields.where("name"));
    part.vital = fields.truth("vital", only_one) ? 1 : 0;
    if (fields.has("shielded_by")) {
        part.shield = place_among(part_names, fields.text("shielded_by"), "part", fields.where("shielded_by"));
    }
    write_guns(fields, part);
    if (const Value* beam = fields.find("beam")) part.beam = write_beam(*beam, fields.where("beam"), part_names);
    if (const Value* hatch = fields.find("hatch")) part.hatch = write_hatch(*hatch, fields.where("hatch"));
    part.offset = fields.point("offset", kOffsetMax, {});
    write_motion(fields, part);
    part.radius = fields.units("radius", kRadius);
    part.armour = scaled_armour(fields.whole("armour", {0, kArmourMax}), factors_.armour);
    part.worth = narrow<std::uint32_t>(fields.whole("worth", {0, kWorthMax}, 0));
    fields.done();
    return part;
}

/// A part has one gun or several. It begins with the first; its script may choose another.
void Emitter::write_guns(Fields& fields, PartDef& part) {
    const Value* gun = fields.find("gun");
    const Value* guns = fields.find("guns");
    if (gun != nullptr) part.gun = write_gun(*gun, fields.where("gun"));
    if (guns == nullptr) return;
    const std::string where = fields.where("guns");
    if (gun != nullptr) throw Mistake(where + ": either gun or guns, not both");
    Fields(*guns, where);  // a table
    if (guns->items.empty()) throw Mistake(where + ": must be a list of guns, each with a name");
    for (std::size_t i = 0; i < guns->items.size(); ++i) {
        const std::string here = where + "[" + std::to_string(i + 1) + "]";
        const std::string gun_name = Fields(guns->items[i], here).text("name");
        const std::uint8_t index = write_gun(guns->items[i], here);
        if (!guns_.emplace(std::string(level.name(part.name)) + "." + gun_name, index).second) {
            throw Mistake(here + ".name: '" + gun_name + "' is taken; each gun needs its own");
        }
        if (i == 0) part.gun = index;
    }
}

void Emitter::write_motion(Fields& fields, PartDef& part) {
    const bool orbits = fields.has("orbit");
    const bool sways = fields.has("sway");
    const Value* trail = fields.find("trail");
    if (orbits + sways + (trail != nullptr) > 1) throw Mistake(fields.where() + ": only one of orbit, sway and trail");
    if (orbits || sways) {
        part.motion = orbits ? PartMotion::orbit : PartMotion::sway;
        part.amplitude = fields.point(orbits ? "orbit" : "sway", kOffsetMax);
        part.period = narrow<std::uint16_t>(fields.whole("period", kSomeTicks));
        part.phase = fields.angle("phase", {});
    }
    if (trail == nullptr) return;
    part.motion = PartMotion::trail;
    part.lead = fields.units("lead", {Fixed{}, kPathLengthMax});
    if (trail->type == Value::Type::text) {
        part.path = path(trail->text, fields.truth("mirror", false), fields.where("trail"));
        part.pace = fields.units("pace", {Fixed{}, kSpeedMax});
    } else if (!to_truth(*trail, fields.where("trail"))) {
        throw Mistake(fields.where("trail") + ": must be true or the name of a path");
    }
}

std::uint8_t Emitter::write_gun(const Value& value, const std::string& where) {
    Fields fields(value, where);
    fields.find("name");  // of one of several guns
    GunDef gun;
    gun.pattern =
        static_cast<Pattern>(fields.choice("pattern", {"forward", "aimed", "ring", "spiral", "cone", "aimed_cone", "curtain"}, 0));
    gun.count = narrow<std::uint8_t>(fields.whole("count", {1, 64}, 1));
    gun.burst = narrow<std::uint8_t>(
        std::min<std::int64_t>(scaled(fields.whole("burst", {1, 200}, 1), factors_.burst, 1), 255));
    gun.burst_gap = narrow<std::uint16_t>(fields.whole("gap", kSomeTicks, 6));
    gun.rest = scaled_ticks(fields.whole("rest", kSomeTicks), factors_.rest);
    gun.delay = narrow<std::uint16_t>(fields.whole("delay", kTicks, 0));
    gun.look = narrow<std::uint8_t>(fields.whole("look", {0, 3}, 0));
    const bool ahead = gun.pattern == Pattern::forward || gun.pattern == Pattern::cone;
    gun.angle = fields.angle("angle", ahead ? kLeft : Angle{});
    gun.spread = fields.angle("spread", {});
    gun.spin = fields.angle("spin", {});
    gun.speed = scaled_speed(fields.units("speed", kShotSpeed), factors_.speed);
    gun.radius = fields.units("radius", kRadius, 160_mu);
    if (fields.has("bullet")) gun.bullet = bullet(fields.text("bullet"), fields.where("bullet"));
    gun.stack = narrow<std::uint8_t>(fields.whole("stack", {1, 8}, 1));
    if (gun.stack > 1) {
        const Fixed step = fields.units("stack_speed", {-kSpeedMax, kSpeedMax});
        gun.stack_speed = scaled_difference(step, factors_.speed);
    }
    if (fields.has("swing")) {
        gun.swing = to_angle(fields.need("swing"), fields.where("swing"));
        gun.period = narrow<std::uint16_t>(fields.whole("period", kSomeTicks));
    }
    gun.hold = narrow<std::uint16_t>(fields.whole("hold", {0, kBulletLifeTicks}, 0));
    if (gun.pattern == Pattern::curtain) {
        gun.pitch = fields.units("pitch", {Fixed{}, 4_u});
        gun.hole = fields.units("hole", {Fixed{}, 12_u});
        gun.hole_is_drawn = fields.has("at") ? 0 : 1;
        if (gun.hole_is_drawn == 0) gun.hole_at = fields.units("at", {-kFieldHalfHeight, kFieldHalfHeight});
    }
    fields.done();
    if (const std::string fault = gun_fault(level, gun); !fault.empty()) throw Mistake(where + ": " + fault);
    return add_to_byte_list(level.guns, gun, where, "guns");
}

std::uint8_t Emitter::write_beam(const Value& value, const std::string& where, std::span<const std::string> part_names) {
    Fields fields(value, where);
    BeamDef beam;
    beam.curved = fields.has("bend") || fields.has("tip") ? 1 : 0;
    if (beam.curved != 0) {
        beam.bend = fields.point("bend", kPlaceMax);
        beam.tip = fields.point("tip", kPlaceMax);
    } else if (fields.has("link")) {
        beam.link = place_among(part_names, fields.text("link"), "part", fields.where("link"));
    } else {
        beam.aimed = fields.truth("aimed", false) ? 1 : 0;
        beam.angle = fields.angle("angle", beam.aimed != 0 ? Angle{} : kLeft);
        beam.reach = fields.units("reach", {Fixed{}, kPlaceMax}, 40_u);
    }
    beam.telegraph = scaled_ticks(fields.whole("telegraph", kSomeTicks, 45), factors_.telegraph);
    beam.burn = narrow<std::uint16_t>(fields.whole("burn", kSomeTicks, 60));
    beam.rest = scaled_ticks(fields.whole("rest", kSomeTicks, 120), factors_.rest);
    beam.delay = narrow<std::uint16_t>(fields.whole("delay", kTicks, 0));
    if (const Value* sweep = fields.find("sweep")) {
        beam.sweep = narrow<std::int16_t>(to_angle_steps(*sweep, fields.where("sweep"), 2048));
    }
    beam.half_width = fields.units("half_width", kRadius, 250_mu);
    beam.copies = narrow<std::uint8_t>(fields.whole("copies", {1, kBeamCopiesMax}, 1));
    if (beam.copies > 1) beam.pitch = fields.units("pitch", {Fixed{}, kPlaceMax});
    if (fields.has("field")) {
        beam.in_field = 1;
        beam.at = fields.point("field", kPlaceMax);
    }
    fields.done();
    return add_to_byte_list(level.beams, beam, where, "beams");
}

std::uint8_t Emitter::write_hatch(const Value& value, const std::string& where) {
    Fields fields(value, where);
    HatchDef hatch;
    hatch.missile = missile(fields.text("missile"), fields.where("missile"));
    hatch.count =
        narrow<std::uint8_t>(std::min<std::int64_t>(scaled(fields.whole("count", {1, 48}, 1), factors_.burst, 1), 64));
    hatch.shielded_when_shut = fields.truth("shielded_when_shut", false) ? 1 : 0;
    hatch.shut = scaled_ticks(fields.whole("shut", kSomeTicks, 180), factors_.rest);
    hatch.opening = narrow<std::uint16_t>(fields.whole("opening", kSomeTicks, 30));
    hatch.gap = narrow<std::uint16_t>(fields.whole("gap", kSomeTicks, 20));
    hatch.delay = narrow<std::uint16_t>(fields.whole("delay", kTicks, 0));
    hatch.angle = fields.angle("angle", kLeft);
    fields.done();
    return add_to_byte_list(level.hatches, hatch, where, "hatches");
}

}  // namespace albireo::script
