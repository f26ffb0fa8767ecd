#include "platform/dynamic_library.hpp"

#include <dlfcn.h>

namespace albireo::platform {

bool has_library(const char* name) {
    void* const library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library != nullptr) ::dlclose(library);
    return library != nullptr;
}

void* symbol_of(const char* library, const char* name, Loading loading) {
    void* const opened = ::dlopen(library, loading == Loading::only_if_loaded ? RTLD_LAZY | RTLD_NOLOAD : RTLD_NOW);
    return opened != nullptr ? ::dlsym(opened, name) : nullptr;
}

}  // namespace albireo::platform
