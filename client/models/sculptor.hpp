/// Builds the cage of one shape from the words of a look file, in their order.
#pragma once

#include "client/models/look_book.hpp"
#include "sim/script/value.hpp"

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

    const Shape& shape() const { return shape_; }
    bool is_begun() const { return !bodies_.empty(); }
    /// The whole shape: its trunks with their limbs and eyes, joined.
    Shape take();

  private:
    Cage& body(const char* word);
    void replace_body(const char* word, Cage cage);

    Shape shape_;
    std::vector<Cage> bodies_;
};

}  // namespace albireo::models
