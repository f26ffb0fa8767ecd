// Goal: the looks that were C++ functions once have not changed: every mesh, bit by bit, and every part's shape and skin.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "client/models/catalog.hpp"
#include "client/models/look_bytes.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

/// FNV-1a.
struct Digest {
    std::uint64_t value = 14695981039346656037ULL;

    void add(std::uint32_t word) {
        for (int byte = 0; byte < 4; ++byte) value = (value ^ (word >> (8 * byte) & 0xff)) * 1099511628211ULL;
    }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    void add(const Vec3& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
};

std::uint64_t digest_of(const Model& model) {
    Digest digest;
    for (const Vec3& at : model.positions) digest.add(at);
    for (const Vec3& normal : model.normals) digest.add(normal);
    for (const Paint& paint : model.paints) {
        digest.add(paint.reach);
        digest.add(static_cast<std::uint32_t>(paint.zone));
    }
    for (const std::uint32_t index : model.indices) digest.add(index);
    return digest.value;
}

struct Built {
    std::string_view shape;
    std::uint64_t digest, mirrored;
};

// Recorded when the shapes were C++ functions. After an intended change of a look, take the new digest from the failure.
constexpr std::array kBuilt = {
    Built{"ship", 0x577c8240a42e8cb5, 0xe897d381e3833694},
    Built{"missile", 0x88dabbe01a6ef812, 0xb21b6823a8bc9d0c},
    Built{"pod", 0x3c5bc75c864be6c8, 0x56253c79f212cc62},
    Built{"skimmer", 0xf554144e2a4f03e2, 0xf7361c1a0acbb138},
    Built{"wedge", 0x9c6daea2e71b56bb, 0xd93f5804ad56766a},
    Built{"spinner", 0xe8e54df3db2e3869, 0x4112a0617ca569f0},
    Built{"mote", 0x136e3c12977dc8f6, 0x25cc5836855dd276},
    Built{"lancer", 0x98c6839298a1dc45, 0x681e235da41c490b},
    Built{"turret", 0x2dbcb2a15d55d948, 0x14126cdcfdb56175},
    Built{"carrier", 0xfbcb4aab996c3381, 0x490d53623d8ccbbe},
    Built{"medusa", 0x7507692ffeb3194c, 0x04cbab8254716bfd},
    Built{"leviathan", 0xbaaa7bd29199745f, 0x8a8fc8db7e7f864b},
    Built{"sentinel_ring", 0x775fdfcd81475141, 0x234caf54f52421eb},
    Built{"sentinel_eye", 0x39dde795f57dbaaa, 0x6dc08bf0d5eb260a},
    Built{"sentinel_guard", 0xc3900ff104580d58, 0x872a916f41d2e646},
    Built{"warden_body", 0xad76e8425efa5f93, 0xcc9714215eb0c48d},
    Built{"warden_claw", 0xe165706b57076cce, 0x5feb17409c6d22f6},
    Built{"warden_hatch", 0xe3aba9abf9e0efa9, 0x68a9ed8b62921a26},
    Built{"warden_core", 0x45a7ffd9785f49e5, 0xb0f1ef58e090574a},
    Built{"warden_eye", 0xfdfb9dfd2678cb6e, 0x7b1b200916cc0c0a},
    Built{"gun", 0x74b28eff8d535c67, 0xc9136078bcb239b6},
    Built{"shell_plate", 0x7ac6b9945b1ff962, 0x6f58ebd57ccc4f36},
};

struct Worn {
    std::string_view kind, part;
    float radius;
    std::string_view shape, skin;
};

// Recorded at the same time: every part of the shipped levels, and some parts that only a player's own level could have.
constexpr std::array kWorn = {
    Worn{"skimmer", "body", 0.55F, "skimmer", "skimmer"},
    Worn{"wedge", "body", 0.62F, "wedge", "wedge"},
    Worn{"turret", "body", 0.75F, "turret", "turret"},
    Worn{"turret_hanging", "body", 0.75F, "turret", "turret"},
    Worn{"spinner", "body", 0.85F, "spinner", "spinner"},
    Worn{"lancer", "body", 1.1F, "lancer", "lancer"},
    Worn{"pod", "body", 0.36F, "pod", "pod"},
    Worn{"pod_target", "body", 0.6F, "pod", "pod"},
    Worn{"pod_tough", "body", 0.6F, "pod", "pod"},
    Worn{"carrier", "body", 1.7F, "carrier", "carrier"},
    Worn{"carrier", "hatch", 0.6F, "warden_hatch", "warden"},
    Worn{"sentinel", "ring", 2.3F, "sentinel_ring", "sentinel"},
    Worn{"sentinel", "eye", 0.9F, "sentinel_eye", "sentinel"},
    Worn{"sentinel", "guard_high", 0.8F, "sentinel_guard", "sentinel"},
    Worn{"sentinel", "guard_low", 0.8F, "sentinel_guard", "sentinel"},
    Worn{"warden", "body", 3, "warden_body", "warden"},
    Worn{"warden", "core", 1, "warden_core", "warden"},
    Worn{"warden", "claw_high", 1.2F, "warden_claw", "warden"},
    Worn{"warden", "claw_low", 1.2F, "warden_claw", "warden"},
    Worn{"warden", "hatch_high", 0.85F, "warden_hatch", "warden"},
    Worn{"warden", "hatch_low", 0.85F, "warden_hatch", "warden"},
    Worn{"warden", "eye", 0.7F, "warden_eye", "warden"},
    Worn{"missile", "missile", 0.4F, "missile", "missile"},
    Worn{"missile", "warden_missile", 0.45F, "missile", "missile"},
    Worn{"carrier", "gun", 0.5F, "gun", "carrier"},
    Worn{"sentinel", "plate_3", 0.5F, "shell_plate", "sentinel"},
    Worn{"gnat", "body", 0.5F, "mote", "creature"},
    Worn{"drifter", "", 1.2F, "medusa", "creature"},
    Worn{"behemoth", "", 3, "leviathan", "creature"},
};

}  // namespace

TEST_CASE("every mesh of the game is bit for bit the one that C++ once made") {
#ifdef __FMA__
    return;  // fused multiplications round differently
#endif
    // The replay page gets them as bytes.
    const LookBook packed = looks_of(bytes_of(*builtin_looks()));
    for (const LookBook* looks : {builtin_looks().get(), &packed}) {
        for (const Built& built : kBuilt) {
            CAPTURE(built.shape);
            const Shape* shape = looks->find(built.shape);
            REQUIRE(shape != nullptr);
            CHECK(digest_of(sculpted(*shape)) == built.digest);
            CHECK(digest_of(sculpted(*shape, true)) == built.mirrored);
        }
    }
}

TEST_CASE("every part of the game has the shape and the skin that it had") {
    const LookBook packed = looks_of(bytes_of(*builtin_looks()));
    for (const Worn& worn : kWorn) {
        CAPTURE(worn.kind);
        CAPTURE(worn.part);
        const LookBook::Choice same = packed.choose({worn.kind, worn.part, worn.radius});
        CHECK(same.shape->name == worn.shape);
        CHECK(same.skin == worn.skin);
        const LookBook::Choice choice = builtin_looks()->choose({worn.kind, worn.part, worn.radius});
        CHECK(choice.shape->name == worn.shape);
        CHECK(choice.skin == worn.skin);
        CHECK(choice.is_placeholder == (worn.skin == kPlainSkin));
    }
    CHECK(builtin_looks()->ship().skin == "ship");
}
