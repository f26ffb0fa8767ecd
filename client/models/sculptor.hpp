/// Builds the cage of one shape, and its bones, from the words of a look file, in their order.
#pragma once

#include "client/models/look_book.hpp"
#include "client/models/sculpt.hpp"
#include "sim/script/fields.hpp"

namespace albireo::models {

class Sculptor {
  public:
    explicit Sculptor(Shape shape) : shape_(std::move(shape)) {}

    // The words. Each throws a Mistake that names what is wrong, and then leaves the shape as it was.
    void trunk(const script::Value& value);
    void limb(const script::Value& value, bool is_spike);
    void eye(const script::Value& value);
    void paint(const script::Value& value);
    void pose(const script::Value& value);
    // Of the skeleton, in sculptor_bones.cpp.
    void bone(const script::Value& value);
    void clip(const script::Value& value);
    void reach(const script::Value& value);

    const Shape& shape() const { return shape_; }
    bool is_begun() const { return !bodies_.empty(); }
    /// The whole shape: its trunks with their limbs and eyes, joined.
    Shape take();

  private:
    struct Named {
        std::string name;
        Owner bones;
        std::vector<math::Mat3> axes;  // of the tracks of each copy
    };
    const Named& bone_named(const std::string& name, const std::string& where) const;
    /// The fields `bone` and `bones` of a word that makes `copies`.
    Owners owners_of(script::Fields& fields, std::size_t copies) const;

    Cage& body(const char* word);
    void replace_body(const char* word, Cage cage);

    Shape shape_;
    std::vector<Cage> bodies_;
    std::vector<Named> names_{{"trunk", {}, {}}};  // of bones; the first is bone 0
};

}  // namespace albireo::models
