#include "client/models/look_reader.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "client/models/look_fields.hpp"
#include "client/models/sculptor.hpp"
#include "sim/script/sandbox.hpp"

namespace albireo::models {
namespace {

using script::Fields;
using script::Mistake;
using script::Value;

// A look file declares tens of things; a level has thousands.
constexpr script::SandboxLimits kSandbox = {.source_bytes = LookLimits::kFileBytes,
                                            .memory_bytes = 8 << 20,
                                            .instructions = 1'000'000,
                                            .seconds = 2,
                                            .values = 50'000};

/// The name of a file without its folder.
std::string_view own_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);  // without a slash: npos + 1 is 0
}

void refuse_more(std::size_t count, std::size_t most, const char* word) {
    if (count >= most) throw Mistake(std::string(word) + ": more than " + std::to_string(most) + " " + std::string(word) + "s");
}

class Reader {
  public:
    /// The first `untrusted` files are a player's, and their meshes are checked here; tests check the game's own meshes.
    LooksRead read(std::span<const LookFile> files, std::size_t untrusted) {
        std::string error;
        for (std::size_t i = 0; i < files.size() && error.empty(); ++i) {
            if (i == untrusted) {
                is_trusted_ = true;
                own_shapes_ = book_.shapes.size();
                own_looks_ = book_.looks.size();
                own_organs_ = book_.organs.size();
            }
            error = read_file(files[i]);
        }
        if (error.empty()) error = check_names();
        if (!error.empty()) return {nullptr, error};
        std::sort(book_.placeholders.begin(), book_.placeholders.end(),
                  [](const Placeholder& a, const Placeholder& b) { return a.below < b.below; });
        return {std::make_shared<const LookBook>(std::move(book_)), ""};
    }

  private:
    std::string read_file(const LookFile& file) {
        script::Sandbox sandbox(kSandbox);
        const auto word = [&](const char* name, auto run) {
            sandbox.add_word(name, [name, run](std::span<const Value> arguments) {
                if (arguments.size() != 1) {
                    throw Mistake(std::string(name) + ": must have one argument, has " + std::to_string(arguments.size()));
                }
                run(arguments[0]);
                return Value{};
            });
        };
        const auto sculpting = [&](const char* name, auto run) {
            word(name, [this, name, run](const Value& value) { run(sculptor(name), value); });
        };
        word("shape", [&](const Value& value) { shape(value, sandbox.place()); });
        sculpting("trunk", [](Sculptor& each, const Value& value) { each.trunk(value); });
        sculpting("limb", [](Sculptor& each, const Value& value) { each.limb(value, false); });
        sculpting("spike", [](Sculptor& each, const Value& value) { each.limb(value, true); });
        sculpting("eye", [](Sculptor& each, const Value& value) { each.eye(value); });
        sculpting("paint", [](Sculptor& each, const Value& value) { each.paint(value); });
        sculpting("pose", [](Sculptor& each, const Value& value) { each.pose(value); });
        sculpting("bone", [](Sculptor& each, const Value& value) { each.bone(value); });
        sculpting("clip", [](Sculptor& each, const Value& value) { each.clip(value); });
        sculpting("reach", [](Sculptor& each, const Value& value) { each.reach(value); });
        word("look", [&](const Value& value) { look(value, sandbox.place()); });
        word("organ", [&](const Value& value) { organ(value, sandbox.place()); });
        word("placeholder", [&](const Value& value) { placeholder(value); });
        std::string error = sandbox.run(file.text, file.name);
        if (error.empty()) error = finish_shape();
        sculptor_.reset();
        return error;
    }

    /// Whether a declaration of the game's own is left out, because a player's file has declared the name. The first `own`
    /// declarations are the player's.
    template <class Item>
    bool is_replaced(const std::vector<Item>& items, std::string Item::* its_name, const std::string& name, const char* word,
                     std::size_t own) const {
        const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.*its_name == name; });
        if (found == items.end()) return false;
        if (is_trusted_ && static_cast<std::size_t>(found - items.begin()) < own) return true;
        throw Mistake(std::string(word) + ": '" + name + "' is already declared in " + found->place);
    }

    Sculptor& sculptor(const char* word) {
        if (!sculptor_) throw Mistake(std::string(word) + ": must come after the shape { name = ... } that it belongs to");
        return *sculptor_;
    }

    void shape(const Value& value, const std::string& place) {
        const std::string error = finish_shape();
        if (!error.empty()) throw Mistake("shape: the previous shape is not finished: " + error);
        Fields fields(value, "shape");
        Shape made;
        made.name = name_of(fields, "name");
        if (fields.has("skin")) made.skin = name_of(fields, "skin");
        made.size = static_cast<ShapeSize>(fields.choice("size", {"small", "medium", "boss"}, 0));
        made.flies_forward = fields.truth("flies_forward", false);
        made.place = place;
        fields.done();
        is_left_out_ = is_replaced(book_.shapes, &Shape::name, made.name, "shape", own_shapes_);
        refuse_more(book_.shapes.size(), LookLimits::kShapes, "shape");
        sculptor_.emplace(std::move(made));
    }

    /// Ends the shape that is being sculpted, if there is one. Returns what is wrong with it.
    std::string finish_shape() {
        if (!sculptor_) return "";
        const std::string what = sculptor_->shape().place + ": shape '" + sculptor_->shape().name + "' ";
        if (!sculptor_->is_begun()) return what + "has no trunk { ... }";
        Shape made = sculptor_->take();
        sculptor_.reset();
        const std::string fault = is_trusted_ ? "" : fault_of(sculpted(made));
        if (!fault.empty()) return what + fault;
        if (!is_left_out_) book_.shapes.push_back(std::move(made));
        return "";
    }

    void look(const Value& value, const std::string& place) {
        Fields fields(value, "look");
        KindLook made;
        made.kind = name_of(fields, "kind");
        made.shape = name_of(fields, "shape");
        if (fields.has("skin")) made.skin = name_of(fields, "skin");
        made.place = place;
        if (const Value* parts = fields.find("parts")) {
            Fields names(*parts, "look.parts");
            if (parts->fields.size() > LookLimits::kParts) refuse_more(parts->fields.size(), LookLimits::kParts, "look.parts");
            for (const Value& part : parts->fields) made.parts.push_back({part.name, name_of(names, part.name), place});
            names.done();
        }
        fields.done();
        if (is_replaced(book_.looks, &KindLook::kind, made.kind, "look", own_looks_)) return;
        refuse_more(book_.looks.size(), LookLimits::kLooks, "look");
        book_.looks.push_back(std::move(made));
    }

    void organ(const Value& value, const std::string& place) {
        Fields fields(value, "organ");
        PartLook made{name_of(fields, "part"), name_of(fields, "shape"), place};
        fields.done();
        if (is_replaced(book_.organs, &PartLook::part, made.part, "organ", own_organs_)) return;
        refuse_more(book_.organs.size(), LookLimits::kOrgans, "organ");
        book_.organs.push_back(std::move(made));
    }

    void placeholder(const Value& value) {
        Fields fields(value, "placeholder");
        Placeholder made{name_of(fields, "shape")};
        made.below = float_or(fields, "below", {0, 100}, made.below);
        fields.done();
        refuse_more(book_.placeholders.size(), LookLimits::kPlaceholders, "placeholder");
        book_.placeholders.push_back(std::move(made));
    }

    /// Returns an error if a shape is named that does not exist.
    std::string check_names() const {
        std::vector<std::string> known;
        for (const Shape& each : book_.shapes) known.push_back(each.name);
        const auto fault = [&](const std::string& shape, const std::string& where) {
            return book_.find(shape) != nullptr ? "" : where + ": there is no shape '" + shape + "'" + script::nearest(shape, known);
        };
        for (const KindLook& each : book_.looks) {
            if (std::string text = fault(each.shape, each.place + ": look '" + each.kind + "'"); !text.empty()) return text;
            for (const PartLook& part : each.parts) {
                std::string text = fault(part.shape, part.place + ": look '" + each.kind + "'.parts." + part.part);
                if (!text.empty()) return text;
            }
        }
        for (const PartLook& each : book_.organs) {
            if (std::string text = fault(each.shape, each.place + ": organ '" + each.part + "'"); !text.empty()) return text;
        }
        for (const Placeholder& each : book_.placeholders) {
            if (std::string text = fault(each.shape, "placeholders.lua: placeholder"); !text.empty()) return text;
        }
        if (book_.find(kShipShape) == nullptr) return "ship.lua: there is no shape '" + std::string(kShipShape) + "'";
        const bool is_limited = std::none_of(book_.placeholders.begin(), book_.placeholders.end(), [](const Placeholder& each) {
            return each.below == Placeholder{}.below;
        });
        return is_limited ? "placeholders.lua: a placeholder without 'below' is missing; the largest parts need it" : "";
    }

    /// Why the GPU or the collision code cannot use a mesh; empty if they can.
    static std::string fault_of(const Model& model) {
        const auto is_finite = [](const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
        if (!std::all_of(model.positions.begin(), model.positions.end(), is_finite) ||
            !std::all_of(model.normals.begin(), model.normals.end(), is_finite)) {
            return "has places that are not numbers; are there rings in one place?";
        }
        for (std::size_t t = 0; t < model.triangle_count(); ++t) {
            const auto [a, b, c] = model.triangle(t);
            if (!(math::length(math::cross(b - a, c - a)) > 1e-8F)) {
                return "has faces without an area; are there rings in one place, or narrower than 0.01?";
            }
        }
        return volume(model) > 0 ? "" : "encloses nothing or is inside out; do its rings run backward?";
    }

    LookBook book_;
    std::optional<Sculptor> sculptor_;
    bool is_trusted_ = false;
    bool is_left_out_ = false;  // the shape that is being sculpted
    std::size_t own_shapes_ = 0, own_looks_ = 0, own_organs_ = 0;  // those of the player's files come first
};

}  // namespace

LooksRead read_looks(std::span<const LookFile> files) {
    if (files.size() > LookLimits::kFiles) {
        return {nullptr, std::to_string(files.size()) + " look files, at most " + std::to_string(LookLimits::kFiles) + " are read"};
    }
    std::vector<LookFile> all(files.begin(), files.end());
    for (const LookFile& builtin : builtin_look_files()) {
        const bool is_replaced =
            std::any_of(files.begin(), files.end(), [&](const LookFile& file) { return own_name(file.name) == builtin.name; });
        if (!is_replaced) all.push_back(builtin);
    }
    return Reader().read(all, files.size());
}

std::shared_ptr<const LookBook> builtin_looks() {
    static const std::shared_ptr<const LookBook> looks = [] {
        LooksRead read = read_looks({});
        if (!read.error.empty()) throw std::logic_error(read.error);  // the tests read them
        return read.book;
    }();
    return looks;
}

}  // namespace albireo::models
