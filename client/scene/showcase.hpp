#pragma once
/// A carousel of exhibits, which turn before the far scenery of a level: the one in the middle near the eye, its neighbours to the
/// sides. Owned by the picture, whose cast has the meshes.
///
/// 1. A view depends on the arguments of look() alone, except for its number and the time since the last one.
/// 2. The cast gets its meshes piece by piece, so that no frame waits for all of them.
/// 3. Only what can be seen is drawn: three exhibits at most.
#include <vector>

#include "client/scene/cast.hpp"
#include "client/scene/exhibit.hpp"
#include "client/scene/view.hpp"

namespace albireo::scene {

class Showcase {
  public:
    explicit Showcase(std::vector<Exhibit> exhibits = {});

    /// Makes one mesh of an exhibit, if one is missing in this cast. Returns whether all are there.
    bool join(Cast& cast, models::Catalog& catalog);
    /// The cast has been replaced by another one, without meshes of exhibits.
    void leave();
    bool is_whole() const { return joined_ == figures_.size(); }

    struct Look {
        float place = 0;    // the exhibit in the middle; a fraction is on the way to the next
        float seconds = 0;  // must not decrease
        float size = 1;     // 0 … 1, while it appears
    };
    /// Requires is_whole().
    void look(const Look& look, const Cast& cast, View& view);

    // The carousel in the picture, as fractions of it: 16 : 9, from the upper left corner.
    static constexpr float kTop = 0.03F, kBottom = 0.375F;  // of the exhibit in the middle
    static constexpr float kStep = 0.38F;                  // from one exhibit to the next

  private:
    struct Figure {
        Exhibit exhibit;
        std::vector<std::uint32_t> meshes;  // of its pieces; fewer until it has joined
        float size = 1;                     // with which it fits
    };
    void draw(const Figure& figure, float off, const Look& look, const Cast& cast, View& view) const;

    std::vector<Figure> figures_;
    std::size_t joined_ = 0;  // figures
    float last_ = -1;         // seconds of the last view
    std::uint32_t frame_ = 0;
};

}  // namespace albireo::scene
