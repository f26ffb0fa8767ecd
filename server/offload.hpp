#pragma once
/// Work that would block a shard's thread for too long is offloaded: another thread does it or, in virtual time, it is done at once. The
/// caller polls for the result and never waits for it.
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "proto/rare.hpp"

namespace albireo::server {

/// Runs `work` soon on another thread, one piece at a time, in the order of the calls. Empty: the work is done at once.
using Offload = std::function<void(std::function<void()> work)>;

/// `make` owns what it uses, or what it uses outlives the other thread.
template <class Make>
std::future<std::invoke_result_t<Make&>> offload(const Offload& run, Make make) {
    const auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Make&>()>>(std::move(make));
    run ? run([task] { (*task)(); }) : (*task)();
    return task->get_future();
}

/// Whether get() would return at once.
template <class T>
bool is_ready(const std::future<T>& result) {
    return result.valid() && result.wait_for(std::chrono::seconds(0)) == std::future_status::ready && !proto::happens(proto::Rare::late_work);
}

}  // namespace albireo::server
