#pragma once
/// Canonical little-endian bytes. The writer fills a given span. A read past the end makes the reader bad permanently.
/// 1. Neither allocates, and neither ever touches a byte outside its span.
/// 2. A bad reader returns zeros, so a count read from it is 0 and ends a loop.
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace albireo {

inline constexpr bool kLittleEndian = std::endian::native == std::endian::little;

/// Reverses the bytes of an integer on big-endian machines, so that memory order is little-endian everywhere.
template <class T>
constexpr T to_little_endian(T value) {
    static_assert(std::is_integral_v<T>);
    if constexpr (kLittleEndian || sizeof(T) == 1) {
        return value;
    } else {
        using U = std::make_unsigned_t<T>;
        auto rest = static_cast<U>(value);
        U swapped = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            swapped = static_cast<U>((swapped << 8) | (rest & 0xff));
            rest = static_cast<U>(rest >> 8);
        }
        return static_cast<T>(swapped);
    }
}

class ByteWriter {
  public:
    explicit ByteWriter(std::span<std::uint8_t> out) : out_(out) {}

    template <class T>
        requires std::is_integral_v<T>
    void put(T value) {
        const T bytes = to_little_endian(value);
        put_bytes(&bytes, sizeof bytes);
    }

    void put_bytes(const void* data, std::size_t size) {
        if (size > out_.size() - used_) {
            full_ = true;
            return;
        }
        if (size != 0) std::memcpy(out_.data() + used_, data, size);
        used_ += size;
    }

    /// Whether something did not fit. What was written before is intact, but the bytes are incomplete.
    bool full() const { return full_; }
    std::size_t size() const { return used_; }
    std::span<const std::uint8_t> written() const { return out_.first(used_); }

  private:
    std::span<std::uint8_t> out_;
    std::size_t used_ = 0;
    bool full_ = false;
};

class ByteReader {
  public:
    explicit ByteReader(std::span<const std::uint8_t> in) : in_(in) {}

    template <class T>
        requires std::is_integral_v<T>
    T get() {
        T bytes{};
        get_bytes(&bytes, sizeof bytes);
        return to_little_endian(bytes);
    }

    void get_bytes(void* data, std::size_t size) {
        if (size == 0) return;  // `data` may then be null, which memcpy does not allow
        if (bad_ || size > in_.size() - used_) {
            bad_ = true;
            std::memset(data, 0, size);
            return;
        }
        std::memcpy(data, in_.data() + used_, size);
        used_ += size;
    }

    void go_bad() { bad_ = true; }
    bool bad() const { return bad_; }
    bool at_end() const { return used_ == in_.size(); }
    /// Bytes not read yet; 0 if the reader is bad.
    std::size_t left() const { return bad_ ? 0 : in_.size() - used_; }
    std::size_t offset() const { return used_; }

  private:
    std::span<const std::uint8_t> in_;
    std::size_t used_ = 0;
    bool bad_ = false;
};

}  // namespace albireo
