// What Mesa and its compiler never free is not our leak: contexts of threads, LLVM's tables, what the loader opened.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libgallium\nleak:swrast_dri\nleak:libLLVM\nleak:libEGL\nleak:libEGL_mesa\nleak:libGLdispatch\nleak:"
           "libepoxy\nleak:_dl_\n";
}
