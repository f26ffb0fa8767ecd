#pragma once
/// The devices that OpenAL lists. Only openal.cpp and microphone.cpp include this.
#include <AL/alc.h>

#include <algorithm>
#include <string>
#include <vector>

namespace albireo::audio {

/// The names in one of OpenAL's lists. The name that equals `first` comes first.
inline std::vector<std::string> device_names(ALCenum list, ALCenum first) {
    std::vector<std::string> names;
    const ALCchar* each = alcGetString(nullptr, list);
    for (; each != nullptr && *each != '\0'; each += names.back().size() + 1) names.emplace_back(each);
    const ALCchar* const best = alcGetString(nullptr, first);
    if (best != nullptr) std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return name == best; });
    return names;
}

}  // namespace albireo::audio
