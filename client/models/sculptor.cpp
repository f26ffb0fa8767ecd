#include "client/models/sculptor.hpp"

#include "client/models/look_fields.hpp"
#include "client/models/look_reader.hpp"
#include "client/models/turning.hpp"

namespace albireo::models {
namespace {

using script::Fields;
using script::Mistake;
using script::Value;

/// The place that a limb or an eye grows from.
RingRead root_of(Fields& fields) {
    return to_ring(fields.need("from"), fields.where("from"), RingKind::tip);
}

std::vector<RingRead> rings_of(Fields& fields, std::size_t least, bool has_tip) {
    const auto items = fields.items();
    if (items.size() < least || items.size() > LookLimits::kRings) {
        throw Mistake(fields.where() + ": must have from " + std::to_string(least) + " to " +
                      std::to_string(LookLimits::kRings) + " rings, has " + std::to_string(items.size()));
    }
    std::vector<RingRead> rings;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool is_tip = has_tip && i + 1 == items.size();
        rings.push_back(to_ring(items[i], fields.where() + "[" + std::to_string(i + 1) + "]",
                                is_tip ? RingKind::tip : RingKind::ring));
    }
    return rings;
}

std::vector<Ring> placed(const std::vector<RingRead>& rings, const Turning& turning, float turns) {
    std::vector<Ring> all;
    for (const RingRead& read : rings) {
        all.push_back(read.ring);
        all.back().at = turning.place(read.ring.at, turns + read.turn);
    }
    return all;
}

}  // namespace

Cage& Sculptor::body(const char* word) {
    if (bodies_.empty()) {
        throw Mistake(std::string(word) + ": shape '" + shape_.name + "' has nothing to grow from yet; begin with trunk { ... }");
    }
    return bodies_.back();
}

void Sculptor::replace_body(const char* word, Cage cage) {
    std::size_t corners = 0;
    for (const Face& face : cage.faces) corners += face.corners.size();
    for (std::size_t i = 0; i + 1 < bodies_.size(); ++i) {
        for (const Face& face : bodies_[i].faces) corners += face.corners.size();
    }
    // Two subdivisions make eight triangles at every corner of a face.
    if (corners * 8 > shape_.triangles_max()) {
        throw Mistake(std::string(word) + ": shape '" + shape_.name + "' would have " + std::to_string(corners * 8) +
                      " triangles; at its size at most " + std::to_string(shape_.triangles_max()) +
                      ": use fewer rings or sides, or size = \"medium\" or \"boss\"");
    }
    bodies_.back() = std::move(cage);
}

void Sculptor::trunk(const Value& value) {
    Fields fields(value, "trunk");
    TrunkDef def;
    def.sides = static_cast<int>(fields.whole("sides", {3, LookLimits::kSides}, 4));
    def.hoop = fields.truth("hoop", false);
    def.up = fields.has("up") ? math::normalized(axis_of(fields, "up")) : def.up;
    def.axis = axis_of(fields, "axis");
    def.zone = zone_of(fields, "zone", def.zone);
    def.first_cap = zone_of(fields, "first_cap", def.first_cap);
    def.last_cap = zone_of(fields, "last_cap", def.last_cap);
    def.owners = owners_of(fields, 1);
    const Turning turning(fields);
    if (turning.times != 1) throw Mistake("trunk.times: a trunk cannot be repeated; give a trunk { ... } for each");
    const std::vector<Ring> rings = placed(rings_of(fields, def.hoop ? 3 : 2, false), turning, turning.turn);
    fields.done();
    bodies_.emplace_back();
    try {
        replace_body("trunk", models::trunk(def, rings));
    } catch (const Mistake&) {
        bodies_.pop_back();
        throw;
    }
}

void Sculptor::limb(const Value& value, bool is_spike) {
    const char* word = is_spike ? "spike" : "limb";
    Fields fields(value, word);
    LimbDef def;
    def.tip = is_spike ? Tip::claw : Tip::round;
    def.zone = zone_of(fields, "zone", def.zone);
    if (is_spike) {
        def.sharpness = float_or(fields, "sharpness", {0, kSharp}, def.sharpness);
    } else {
        def.cap = zone_of(fields, "cap", def.zone);
    }
    def.axis = axis_of(fields, "axis");
    const bool has_up = fields.has("up");
    const Vec3 up = has_up ? math::normalized(axis_of(fields, "up")) : def.up;
    const Copies copies(fields);
    const Turning& turning = copies.turning;
    def.both = copies.mirror_y;
    def.mirror_z = copies.mirror_z;
    def.owners = owners_of(fields, copies.count());
    const RingRead from = root_of(fields);
    const std::vector<RingRead> rings = rings_of(fields, 1, is_spike);
    fields.done();
    Cage cage = body(word);
    for (int i = 0; i < turning.times; ++i) {
        const float turns = turning.of(i);
        def.up = has_up ? turning.turned_by(up, turns) : up;
        def.copy = static_cast<std::size_t>(i) * copies.per_turn();
        grow(cage, turning.place(from.ring.at, turns + from.turn), def, placed(rings, turning, turns));
    }
    replace_body(word, std::move(cage));
}

void Sculptor::eye(const Value& value) {
    Fields fields(value, "eye");
    const FloatRange share = {0, 1};
    EyeDef def;
    if (fields.has("axis")) def.axis = axis_of(fields, "axis");
    def.radius = float_or(fields, "radius", {LookLimits::kWidthLeast, LookLimits::kPlaceMost}, def.radius);
    def.bulge = float_or(fields, "bulge", {-2, 2}, def.bulge);
    def.pupil = float_or(fields, "pupil", share, def.pupil);
    def.zone = zone_of(fields, "zone", def.zone);
    def.rim = zone_of(fields, "rim", def.rim);
    const Copies copies(fields);
    const Turning& turning = copies.turning;
    def.both = copies.mirror_y;
    def.mirror_z = copies.mirror_z;
    def.owners = owners_of(fields, copies.count());
    const RingRead from = root_of(fields);
    const Vec3 at = to_place(fields.need("at"), "eye.at"), axis = def.axis;
    fields.done();
    Cage cage = body("eye");
    for (int i = 0; i < turning.times; ++i) {
        const float turns = turning.of(i);
        def.copy = static_cast<std::size_t>(i) * copies.per_turn();
        def.at = turning.place(at, turns);
        def.axis = turning.place(axis, turns);
        if (math::length(def.axis) < 0.001F) throw Mistake("eye.squash: reduces the axis to zero");
        models::eye(cage, turning.place(from.ring.at, turns + from.turn), def);
    }
    replace_body("eye", std::move(cage));
}

void Sculptor::paint(const Value& value) {
    Fields fields(value, "paint");
    const Zone zone = zone_of(fields, "zone", Zone::shell);
    const auto items = fields.items();
    if (items.empty() || items.size() > LookLimits::kRings) {
        throw Mistake("paint: must have from 1 to " + std::to_string(LookLimits::kRings) + " places {x, y, z}");
    }
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < items.size(); ++i) {
        places.push_back(to_place(items[i], "paint[" + std::to_string(i + 1) + "]"));
    }
    fields.done();
    models::paint(body("paint"), zone, places);
}

void Sculptor::pose(const Value& value) {
    Fields fields(value, "pose");
    const Vec3 axis = axis_of(fields, "axis");
    if (!fields.has("axis")) throw Mistake("pose: field 'axis' is missing");
    const float radians = to_float(fields.need("radians"), "pose.radians", {-7, 7});
    fields.done();
    body("pose");
    const math::Mat3 turn = math::rotation(math::turn(math::normalized(axis), radians));
    for (Cage& each : bodies_) each = posed(std::move(each), turn);
    shape_.skeleton = posed(std::move(shape_.skeleton), turn);
}

Shape Sculptor::take() {
    shape_.cage = std::move(bodies_.front());
    for (std::size_t i = 1; i < bodies_.size(); ++i) shape_.cage.join(bodies_[i]);
    return std::move(shape_);
}

}  // namespace albireo::models
