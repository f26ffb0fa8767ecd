#pragma once
/// The source of shader and texture texts: embedded in the program, or a folder that overrides them during development.
/// 1. text() of an unknown name throws AssetError.
/// 2. assemble() follows `#include "name"` once per file, and numbers lines so that errors name file and line.
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/gpu/device.hpp"

namespace albireo::gpu {

struct AssetError {
    std::string text;  // one line: what, where, what to do
};

struct Asset {
    std::string_view name;
    std::string_view text;
};

class ShaderLibrary {
  public:
    /// `folder` empty: only what is embedded. Otherwise every text is read from folder/name.
    explicit ShaderLibrary(std::span<const Asset> embedded, std::string folder = {});

    /// Texts by name that take precedence over all others: those of a folder of looks.
    using Additions = std::vector<std::pair<std::string, std::string>>;
    void set_additions(Additions additions) { additions_ = std::move(additions); }

    std::string text(std::string_view name) const;
    std::vector<std::string> names(std::string_view prefix) const;

    /// A stage: defines, and the file with its includes. `extra` replaces the file's line `#extra`.
    ShaderText assemble(std::string_view name, std::span<const std::string> defines = {},
                        const ShaderText* extra = nullptr) const;

  private:
    void add(ShaderText& out, std::string_view name, std::vector<std::string>& seen, const ShaderText* extra) const;

    std::span<const Asset> embedded_;
    std::string folder_;
    Additions additions_;
};

/// The driver's log with `0(12)` or `0:12(3)` turned into `file:12`; the first error line only.
std::string readable_log(std::string_view log, std::span<const std::string> files);

}  // namespace albireo::gpu
