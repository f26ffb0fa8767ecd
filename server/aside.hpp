#pragma once
/// Work that would take too much of a shard's thread is done aside: by another thread, or, in virtual time, at once. Whoever wants
/// the result looks whether it is ready, and never waits for it.
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace albireo::server {

/// Has this work done soon by another thread, one piece after the other, in the order of the calls. Empty: it is done at once.
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
