/// The words of a look file that give a shape bones: bone, clip, reach, and the fields that name bones.
#include <algorithm>

#include "client/models/look_fields.hpp"
#include "client/models/look_reader.hpp"
#include "client/models/sculptor.hpp"
#include "client/models/turning.hpp"

namespace albireo::models {
namespace {

using script::Fields;
using script::Mistake;
using script::Value;

void refuse_more(std::size_t count, std::size_t most, const std::string& what) {
    if (count > most) throw Mistake(what + ": at most " + std::to_string(most) + ", has " + std::to_string(count));
}

/// { at, radians }
Key key_of(const Value& value, const std::string& where) {
    if (value.type != Value::Type::table || value.items.size() != 2 || !value.fields.empty()) {
        throw Mistake(where + ": must be a key {at, radians}, is " +
                      (value.type == Value::Type::table ? "another table" : script::describe(value)));
    }
    return {to_float(value.items[0], where + " at", {0, 1}),
            to_float(value.items[1], where + " radians", {-LookLimits::kRadiansMost, LookLimits::kRadiansMost})};
}

}  // namespace

const Sculptor::Named& Sculptor::bone_named(const std::string& name, const std::string& where) const {
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const Named& each) { return each.name == name; });
    if (found != names_.end()) return *found;
    std::vector<std::string> known;
    for (const Named& each : names_) known.push_back(each.name);
    throw Mistake(where + ": shape '" + shape_.name + "' has no bone '" + name + "' so far" + script::nearest(name, known));
}

Owners Sculptor::owners_of(Fields& fields, std::size_t copies) const {
    std::vector<std::string> wanted;
    if (fields.has("bone")) wanted.push_back(fields.text("bone"));
    const auto list = fields.list("bones");
    for (std::size_t i = 0; i < list.size(); ++i) {
        wanted.push_back(script::to_text(list[i], fields.where("bones") + "[" + std::to_string(i + 1) + "]"));
    }
    if (fields.has("bone") && !list.empty()) throw Mistake(fields.where() + ": has both 'bone' and 'bones'");
    Owners owners;
    for (const std::string& name : wanted) {
        const Named& bone = bone_named(name, fields.where(list.empty() ? "bone" : "bones"));
        if (bone.bones.copies != 1 && bone.bones.copies != copies) {
            throw Mistake(fields.where() + ": bone '" + name + "' has " + std::to_string(bone.bones.copies) +
                          " copies, and this " + std::to_string(copies) + ": give both the same 'times' and 'mirror_y'");
        }
        owners.push_back(bone.bones);
    }
    return owners;
}

void Sculptor::bone(const Value& value) {
    Fields fields(value, "bone");
    Named made{.name = name_of(fields, "name"), .bones = {}, .axes = {}};
    const Vec3 at = to_place(fields.need("at"), "bone.at"), tip = to_place(fields.need("tip"), "bone.tip");
    Owner parent;
    if (fields.has("parent")) parent = bone_named(fields.text("parent"), "bone.parent").bones;
    const Copies copies(fields);
    fields.done();
    if (std::ranges::any_of(names_, [&](const Named& each) { return each.name == made.name; })) {
        throw Mistake("bone.name: '" + made.name + "' is already a bone of shape '" + shape_.name + "'");
    }
    if (math::length(tip - at) < 0.01F) throw Mistake("bone.tip: must be at least 0.01 away from 'at'");
    if (parent.copies != 1 && parent.copies != copies.count()) {
        throw Mistake("bone.parent: has " + std::to_string(parent.copies) + " copies, and this bone " + std::to_string(copies.count()));
    }
    std::vector<Bone>& bones = shape_.skeleton.bones;
    const std::size_t before = std::max<std::size_t>(bones.size(), 1);
    refuse_more(before + copies.count(), kBonesMax, "bone: bones of shape '" + shape_.name + "', with the trunk's");
    bones.resize(before);  // bone 0
    made.bones = {static_cast<std::uint8_t>(before), static_cast<std::uint8_t>(copies.count())};
    std::size_t copy = 0;
    const Turning& turning = copies.turning;
    copies.each([&](float turns, Mirror mirror) {
        const auto place = [&](const Vec3& p) { return mirrored(turning.place(p, turns), mirror); };
        bones.push_back({.parent = parent.of(copy++), .at = place(at), .tip = place(tip)});
        // Where the axes of its tracks point.
        math::Mat3 axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (Vec3* axis : {&axes.x, &axes.y, &axes.z}) {
            *axis = mirrored_axis(turning.times > 1 ? turning.turned_by(*axis, turns) : *axis, mirror);
        }
        made.axes.push_back(axes);
    });
    names_.push_back(std::move(made));
}

void Sculptor::clip(const Value& value) {
    Fields fields(value, "clip");
    Clip clip;
    clip.when = static_cast<When>(fields.choice("when", {"always", "turning", "firing", "aiming", "hurt"}, 0));
    clip.seconds = float_or(fields, "seconds", {0.05F, 60}, clip.seconds);
    const auto items = fields.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
        Fields track(items[i], "clip[" + std::to_string(i + 1) + "]");
        const Named& bone = bone_named(track.text("bone"), track.where("bone"));
        if (bone.bones.first == 0) throw Mistake(track.where("bone") + ": the trunk does not move");
        const Vec3 axis = track.has("axis") ? math::normalized(axis_of(track, "axis")) : Vec3{0, 0, 1};
        const float late = float_or(track, "late", {-1, 1}, 0);
        Track made;
        const auto keys = track.items();
        if (keys.empty()) throw Mistake(track.where() + ": must have keys {at, radians}");
        refuse_more(keys.size(), LookLimits::kKeys, track.where() + ": keys");
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const std::string where = track.where() + "[" + std::to_string(k + 1) + "]";
            made.keys.push_back(key_of(keys[k], where));
            if (k > 0 && !(made.keys[k].at > made.keys[k - 1].at)) throw Mistake(where + " at: must be later than the key before it");
        }
        if (clip.when != When::turning && made.keys.back().at == 1 && made.keys.size() > 1) {
            throw Mistake(track.where() + ": the last key is at 1, which is 0 of the next round; end before it");
        }
        track.done();
        for (std::size_t copy = 0; copy < bone.bones.copies; ++copy) {
            made.bone = bone.bones.of(copy);
            made.axis = bone.axes[copy] * axis;
            made.late = late * static_cast<float>(copy);
            clip.tracks.push_back(made);
        }
    }
    fields.done();
    if (clip.tracks.empty()) throw Mistake("clip: must have tracks { bone = ..., {at, radians}, ... }");
    refuse_more(clip.tracks.size(), LookLimits::kTracks, "clip: tracks, of all copies of their bones");
    refuse_more(shape_.skeleton.clips.size() + 1, LookLimits::kClips, "clip: clips of shape '" + shape_.name + "'");
    shape_.skeleton.clips.push_back(std::move(clip));
}

void Sculptor::reach(const Value& value) {
    Fields fields(value, "reach");
    const float within = to_float(fields.need("within"), "reach.within", {0, LookLimits::kWithinMost});
    std::vector<Owner> chain;
    const auto list = fields.list("bones");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = "reach.bones[" + std::to_string(i + 1) + "]";
        chain.push_back(bone_named(script::to_text(list[i], where), where).bones);
        if (chain[i].first == 0) throw Mistake(where + ": the trunk does not move");
        const bool follows = i == 0 || shape_.skeleton.bones[chain[i].first].parent == chain[i - 1].first;
        if (!follows) throw Mistake(where + ": its parent must be the bone before it");
        if (chain[i].copies != chain[0].copies) throw Mistake(where + ": must have as many copies as the first one");
    }
    fields.done();
    if (chain.empty()) throw Mistake("reach.bones: must name the bones of a chain, from its root");
    std::vector<Reach>& reaches = shape_.skeleton.reaches;
    refuse_more(reaches.size() + chain[0].copies, LookLimits::kReaches, "reach: reaches of shape '" + shape_.name + "'");
    for (std::size_t copy = 0; copy < chain[0].copies; ++copy) {
        Reach made{.bones = {}, .within = within};
        for (const Owner& owner : chain) made.bones.push_back(owner.of(copy));
        reaches.push_back(std::move(made));
    }
}

}  // namespace albireo::models
