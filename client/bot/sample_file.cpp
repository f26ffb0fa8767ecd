#include "client/bot/sample_file.hpp"

#include <atomic>
#include <cstring>

#include "platform/file.hpp"
#include "platform/memory.hpp"

namespace albireo::bot {
namespace {

/// Indexed by slot and tick modulo kTicks. An entry stores its tick beside the time, so that an old entry is not
/// mistaken for a new one.
class SampleFile final : public client::SampleBoard {
  public:
    static constexpr std::uint32_t kTicks = 4096;
    struct Entry {
        std::atomic<std::int64_t> at;
        std::atomic<std::uint32_t> tick_plus_one;
        std::uint32_t unused;
    };
    static constexpr std::size_t kBytes = sizeof(Entry) * kSlotCount * kTicks;
    static_assert(std::atomic<std::int64_t>::is_always_lock_free);

    explicit SampleFile(void* memory) : entries_(static_cast<Entry*>(memory)) {}
    ~SampleFile() override { platform::unmap(entries_, kBytes); }

    void post(Slot slot, Tick tick, proto::Micros at) override {
        Entry& entry = entry_of(slot, tick);
        entry.tick_plus_one.store(0, std::memory_order_release);
        entry.at.store(at, std::memory_order_release);
        entry.tick_plus_one.store(tick.value + 1, std::memory_order_release);
    }
    proto::Micros read(Slot slot, Tick tick) const override {
        const Entry& entry = entry_of(slot, tick);
        if (entry.tick_plus_one.load(std::memory_order_acquire) != tick.value + 1) return -1;
        return entry.at.load(std::memory_order_acquire);
    }

  private:
    Entry& entry_of(Slot slot, Tick tick) const { return entries_[index(slot) * kTicks + tick.value % kTicks]; }
    Entry* entries_;
};

}  // namespace

std::unique_ptr<client::SampleBoard> open_sample_file(const std::string& path, std::string& error) {
    using Options = platform::OpenOptions;
    const platform::File file(path, {.access = Options::Access::read_write, .create = Options::Create::if_missing, .mode = 0600});
    void* memory = nullptr;
    int failed = file.error();
    if (failed == 0) failed = file.truncate(SampleFile::kBytes);
    if (failed == 0) failed = platform::map_shared(file, SampleFile::kBytes, memory);
    if (failed != 0) {
        error = path + ": " + std::strerror(failed);
        return nullptr;
    }
    return std::make_unique<SampleFile>(memory);
}

}  // namespace albireo::bot
