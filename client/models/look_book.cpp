#include "client/models/look_book.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::models {
namespace {

/// Where `words` stands in `name` between underscores or ends; npos if it does not.
std::size_t place_of(std::string_view words, std::string_view name) {
    for (std::size_t at = name.find(words); at != std::string_view::npos; at = name.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_')) return at;
    }
    return std::string_view::npos;
}

/// The item whose name fits best; null if none does.
template <class Item>
const Item* best(const std::vector<Item>& items, std::string Item::* its_name, std::string_view name) {
    const Item* found = nullptr;
    std::size_t found_at = 0;
    for (const Item& item : items) {
        const std::string& words = item.*its_name;
        const std::size_t at = place_of(words, name);
        if (at == std::string_view::npos) continue;
        const bool is_better = found == nullptr || words.size() > (found->*its_name).size() ||
                               (words.size() == (found->*its_name).size() && at < found_at);
        if (!is_better) continue;
        found = &item;
        found_at = at;
    }
    return found;
}

}  // namespace

Model sculpted(const Shape& shape, bool in_mirror) {
    constexpr int kSubdivisions = 2;
    const Mirror mirror{.x = !shape.flies_forward, .y = in_mirror};
    Model model = finished(shape.name, mirrored(shape.cage, mirror), kSubdivisions);
    model.skeleton = mirrored(shape.skeleton, mirror);
    return model;
}

const Shape* LookBook::find(std::string_view name) const {
    const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& shape) { return shape.name == name; });
    return found == shapes.end() ? nullptr : &*found;
}

LookBook::Choice LookBook::choose(const Wanted& wanted) const {
    const std::string_view part = wanted.part == wanted.kind ? std::string_view{} : wanted.part;
    const KindLook* look = best(looks, &KindLook::kind, wanted.kind);
    Choice choice;
    const PartLook* organ = look == nullptr ? nullptr : best(look->parts, &PartLook::part, part);
    if (organ == nullptr) organ = best(organs, &PartLook::part, part);
    if (organ != nullptr) {
        choice.shape = find(organ->shape);
    } else if (look != nullptr) {
        choice.shape = find(look->shape);
    } else {
        choice.is_placeholder = true;
        const auto fits = [&](const Placeholder& each) { return wanted.radius < each.below; };
        const auto found = std::find_if(placeholders.begin(), placeholders.end(), fits);
        choice.shape = find(found == placeholders.end() ? placeholders.back().shape : found->shape);
    }
    assert(choice.shape != nullptr && "a book names no shape that it lacks");
    choice.skin = !choice.shape->skin.empty()             ? std::string_view(choice.shape->skin)
                  : look != nullptr && !look->skin.empty() ? std::string_view(look->skin)
                                                           : kPlainSkin;
    return choice;
}

}  // namespace albireo::models
