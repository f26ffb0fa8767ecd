#pragma once
/// The data that the server sends in chunks: the level that a client lacks, and snapshots of the running game. Both are
/// untrusted input and are checked here. GameClient owns it.
///
/// 1. A level or world that it returns is safe to step and is the announced one. Anything else yields a one-line error,
///    or is ignored.
/// 2. A snapshot is used once, and only after the Resume that announced it.
#include <memory>
#include <optional>
#include <string>

#include "proto/blob.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::client {

class Transfer {
  public:
    /// A snapshot follows. Drops the received part of an earlier one.
    void announce(const proto::Resume& resume);

    /// Takes a chunk. Returns whether a level or a snapshot is complete now.
    bool take(const proto::Chunk& chunk) { return blob_.take(chunk); }

    struct LevelRead {
        std::shared_ptr<const Level> level;  // null: see error
        std::string error;
    };
    /// Reads the complete level, which must have this digest.
    LevelRead read_level(std::uint64_t digest) const;

    struct WorldRead {
        std::optional<proto::Resume> resume;  // nothing: see error, or no snapshot was announced
        std::string error;
    };
    /// Reads the complete snapshot into `world`, which is unspecified unless a Resume is returned. Unless the snapshot
    /// heals a game that is being played, its Resume must name a tick from which the player can begin: 0 to
    /// kLeadTicksMax ticks after the snapshot's.
    WorldRead read_world(const Level& level, World& world, bool is_playing);

    static std::string level_failure(const std::string& why) { return "the server's level cannot be used: " + why; }

  private:
    proto::BlobAssembler blob_;
    std::optional<proto::Resume> resume_;
};

}  // namespace albireo::client
