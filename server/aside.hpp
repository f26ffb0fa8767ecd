#pragma once
/// Work that would occupy a shard's thread for too long is done aside: by another thread or, in virtual time, at once. The caller
/// polls for the result and never waits for it.
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace albireo::server {

/// Runs `work` soon on another thread, one piece at a time, in the order of the calls. Empty: the work is done at once.
using DoAside = std::function<void(std::function<void()> work)>;

/// `make` owns what it uses, or what it uses outlives the other thread.
template <class Make>
std::future<std::invoke_result_t<Make&>> make_aside(const DoAside& aside, Make make) {
    const auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Make&>()>>(std::move(make));
    aside ? aside([task] { (*task)(); }) : (*task)();
    return task->get_future();
}

/// Whether get() would return at once.
template <class T>
bool is_ready(const std::future<T>& result) {
    return result.valid() && result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace albireo::server
