#pragma once
/// What the server sends in chunks: the level that a client lacks, and snapshots of the running game. The border where
/// both are checked. GameClient owns it.
///
/// 1. A level or world that it hands over is safe to step and is the one that was announced. Whatever else arrives is
///    one clear line, or nothing.
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
    /// A snapshot follows. What has arrived of an earlier one is dropped.
    void announce(const proto::Resume& resume);

    /// Takes a chunk. Returns whether a level or a snapshot is complete now.
    bool take(const proto::Chunk& chunk) { return blob_.take(chunk); }

    struct LevelRead {
        std::shared_ptr<const Level> level;  // null: see error
        std::string error;
    };
    /// The level that is complete. It must have this digest.
    LevelRead read_level(std::uint64_t digest) const;

    struct WorldRead {
        std::optional<proto::Resume> resume;  // nothing: see error, or no snapshot was announced
        std::string error;
    };
    /// Reads the snapshot that is complete into `world`, which is unspecified unless a Resume is returned. The Resume of
    /// a game that is not played yet names a tick from which the player can begin.
    WorldRead read_world(const Level& level, World& world, bool is_playing);

    static std::string level_failure(const std::string& why) { return "the server's level cannot be used: " + why; }

  private:
    proto::BlobIntake blob_;
    std::optional<proto::Resume> resume_;
};

}  // namespace albireo::client
