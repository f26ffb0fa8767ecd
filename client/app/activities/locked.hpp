#pragma once
/// Exclusive access to an object that two threads use. While a Locked exists, the other thread waits. So do not keep one while
/// drawing, loading or waiting, and use no reference from it after its end. A thread that has access may take it again.
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
