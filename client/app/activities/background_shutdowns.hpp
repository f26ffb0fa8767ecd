#pragma once
/// Runs the work that remains when an activity is over, each on its own thread: repeating the goodbye until the server
/// acknowledges it, and closing recordings. Owned by the program. A thread that has ended keeps its stack until it is
/// joined, so ended threads are joined whenever the next one begins.
#include <chrono>
#include <functional>
#include <future>
#include <vector>

namespace albireo::app {

class BackgroundShutdowns {
  public:
    void begin(std::function<void()> parting) {
        join_done();
        running_.push_back(std::async(std::launch::async, [parting = std::move(parting)]() mutable {
            parting();
            parting = {};  // destroys, on this thread, what it holds
        }));
    }
    /// Whether nothing is left to do.
    bool are_done() {
        join_done();
        return running_.empty();
    }
    /// Threads that have not been joined.
    std::size_t count() const { return running_.size(); }

  private:
    void join_done() {
        std::erase_if(running_, [](const std::future<void>& each) {
            return each.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
    }

    std::vector<std::future<void>> running_;
};

}  // namespace albireo::app
