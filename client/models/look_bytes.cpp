#include "client/models/look_bytes.hpp"

#include <cassert>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace albireo::models {
namespace {

class LookWriter {
  public:
    template <class T>
    void operator()(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof value);
        std::memcpy(bytes.data() + at, &value, sizeof value);
    }
    void operator()(const std::string& text) {
        each(text, [&](const char& letter) { (*this)(letter); });
    }
    template <class List, class Each>
    void each(const List& list, Each&& use) {
        (*this)(static_cast<std::uint32_t>(list.size()));
        for (auto& item : list) use(item);
    }

    std::vector<std::uint8_t> bytes;
};

class LookReader {
  public:
    explicit LookReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    template <class T>
    void operator()(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        assert(rest_.size() >= sizeof value && "the build has written whole looks");
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_ = rest_.subspan(sizeof value);
    }
    void operator()(std::string& text) {
        each(text, [&](char& letter) { (*this)(letter); });
    }
    template <class List, class Each>
    void each(List& list, Each&& use) {
        std::uint32_t count = 0;
        (*this)(count);
        list.resize(count);
        for (auto& item : list) use(item);
    }

  private:
    std::span<const std::uint8_t> rest_;
};

/// The one list of fields, for both ways.
template <class Book, class Way>
void go_through(Book& book, Way& way) {
    const auto part = [&](auto& look) { way(look.part), way(look.shape); };
    way.each(book.shapes, [&](auto& shape) {
        way(shape.name), way(shape.skin), way(shape.size), way(shape.flies_forward);
        way.each(shape.cage.points, way);
        way.each(shape.cage.faces, [&](auto& face) {
            way.each(face.corners, way);
            way(face.zone);
        });
        way.each(shape.cage.creases, way);
        way.each(shape.skeleton.bones, way);
        way.each(shape.skeleton.clips, [&](auto& clip) {
            way(clip.when), way(clip.seconds);
            way.each(clip.tracks, [&](auto& track) {
                way(track.bone), way(track.axis), way(track.late);
                way.each(track.keys, way);
            });
        });
        way.each(shape.skeleton.reaches, [&](auto& reach) {
            way.each(reach.bones, way);
            way(reach.within);
        });
    });
    way.each(book.looks, [&](auto& look) {
        way(look.kind), way(look.shape), way(look.skin);
        way.each(look.parts, part);
    });
    way.each(book.organs, part);
    way.each(book.placeholders, [&](auto& each) { way(each.shape), way(each.below); });
}

}  // namespace

std::vector<std::uint8_t> bytes_of(const LookBook& book) {
    LookWriter writer;
    go_through(book, writer);
    return std::move(writer.bytes);
}

LookBook looks_of(std::span<const std::uint8_t> bytes) {
    LookBook book;
    LookReader reader(bytes);
    go_through(book, reader);
    return book;
}

}  // namespace albireo::models
