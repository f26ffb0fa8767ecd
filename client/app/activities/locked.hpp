#pragma once
/// Access to an object that two threads use. While one exists, the other thread waits, so none is kept while something is drawn,
/// loaded or awaited, and no reference that was taken from one is used after it. A thread that has access may ask for more.
#include <mutex>
#include <utility>

namespace albireo::app {

template <class T>
class Locked {
  public:
    Locked() = default;  // to nothing
    Locked(std::unique_lock<std::recursive_mutex> lock, T& object) : lock_(std::move(lock)), object_(&object) {}

    T* operator->() const { return object_; }
    T& operator*() const { return *object_; }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    std::unique_lock<std::recursive_mutex> lock_;
    T* object_ = nullptr;
};

}  // namespace albireo::app
