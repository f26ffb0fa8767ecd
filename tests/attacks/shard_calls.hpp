#pragma once
/// The calls to the system by which a thread uses files: counted by the system itself, so none escapes, whichever library makes it.
///
/// 1. The system stops the watched thread at each such call, and its signal handler notes the call and makes it. The thread goes on as usual,
///    and so do other threads.
/// 2. A write counts if it goes to a file, a folder, a pipe or a terminal; sockets and event counters are no files.
/// 3. A thread is watched until it ends.
#include <map>
#include <string>

namespace albireo::attacks {

class ShardCalls {
  public:
    /// Watches the calling thread. Returns an empty string, or why this system cannot.
    static std::string watch_this_thread();
    /// The calls of all watched threads so far, such as "pwrite64 of FILE", and how often each was made; the first 4 096 of them.
    static std::map<std::string, int> seen();
};

}  // namespace albireo::attacks
