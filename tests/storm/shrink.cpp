#include "tests/storm/shrink.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace albireo::storm {
namespace {

/// Durations are multiples of a hundredth of a minute, so that --minutes can name them.
constexpr Micros kGrain = 600'000;
constexpr Micros kShortest = 5 * kGrain;

class Shrinker {
  public:
    Shrinker(const Case& from, const Finding& first, const PlayCase& play,
             const std::function<void(const std::string&)>& note)
        : kind_(kind_of_finding(first.what)), play_(play), note_(note), result_{from, first, 0} {}

    Shrunk run() {
        // A short game makes all further attempts cheap.
        shorten();
        drop_faults();
        simplify_match();
        shorten();
        return result_;
    }

  private:
    /// Plays the case, and keeps it if it shows the finding.
    bool attempt(const Case& smaller) {
        if (result_.attempts >= kAttemptsMax || smaller == result_.smallest) return false;
        ++result_.attempts;
        for (const Finding& finding : play_(smaller)) {
            if (kind_of_finding(finding.what) != kind_) continue;
            result_.smallest = smaller;
            result_.finding = finding;
            note_(fmt::format("{} {}, {:.2f} minutes, {} {}: the finding remains, at {:.1f} s",
                              smaller.faults.count(), smaller.faults.count() == 1 ? "kind of fault" : "kinds of faults", static_cast<double>(smaller.faults_for) / 60e6,
                              smaller.match.players, smaller.match.players == 1 ? "player" : "players",
                              static_cast<double>(finding.at) / 1e6));
            return true;
        }
        return false;
    }

    bool try_length(Micros length) {
        Case shorter = result_.smallest;
        shorter.faults_for = std::max(length / kGrain * kGrain, kShortest);
        return shorter.faults_for < result_.smallest.faults_for && attempt(shorter);
    }

    /// A shorter game has the same faults up to its calm, but its calm comes sooner: a length that fails says little
    /// about smaller ones. So fractions of the present length are tried, from the smallest to the largest.
    void shorten() {
        try_length(result_.finding.at + kGrain);
        for (bool shrank = true; shrank;) {
            shrank = false;
            for (const int percent : {10, 25, 50, 75, 90, 95}) {
                if (!try_length(result_.smallest.faults_for * percent / 100)) continue;
                shrank = true;
                break;
            }
        }
        while (try_length(result_.smallest.faults_for - kGrain)) {
        }
    }

    bool try_without(const std::vector<FaultKind>& kinds) {
        Case fewer = result_.smallest;
        for (const FaultKind kind : kinds) fewer.faults.set(kind, false);
        return !(fewer.faults == result_.smallest.faults) && attempt(fewer);
    }

    std::vector<FaultKind> present() const {
        std::vector<FaultKind> kinds;
        for (const FaultKind kind : all_fault_kinds()) {
            if (result_.smallest.faults.has(kind)) kinds.push_back(kind);
        }
        return kinds;
    }

    /// Leaves out all, then halves, quarters and so on, down to single kinds, until no single one can be left out.
    void drop_faults() {
        if (try_without(present())) return;
        for (std::size_t size = std::max<std::size_t>(present().size() / 2, 1);; size = std::max<std::size_t>(size / 2, 1)) {
            bool shrank = false;
            const std::vector<FaultKind> kinds = present();
            for (std::size_t at = 0; at < kinds.size(); at += size) {
                const auto end = kinds.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, kinds.size()));
                shrank |= try_without({kinds.begin() + static_cast<std::ptrdiff_t>(at), end});
            }
            if (size == 1 && !shrank) return;
        }
    }

    void simplify_match() {
        Case simpler = result_.smallest;
        simpler.match.players = 1;
        attempt(simpler);
        simpler = result_.smallest;
        simpler.match.section = simpler.match.phase = 0;
        attempt(simpler);
    }

    std::string kind_;
    const PlayCase& play_;
    const std::function<void(const std::string&)>& note_;
    Shrunk result_;
};

}  // namespace

std::string kind_of_finding(const std::string& what) {
    std::string kind;
    for (std::size_t at = 0; at < what.size();) {
        const std::string_view rest = std::string_view{what}.substr(at);
        if (rest.starts_with("gold") || rest.starts_with("blue")) {
            kind += "PLAYER";
            at += 4;
        } else if (std::isxdigit(static_cast<unsigned char>(what[at])) != 0 && rest.find_first_of("0123456789") == 0) {
            while (at < what.size() && std::isxdigit(static_cast<unsigned char>(what[at])) != 0) ++at;
            if (!kind.ends_with('N')) kind += 'N';
        } else {
            kind += what[at++];
        }
    }
    return kind;
}

Shrunk shrink(const Case& from, const Finding& first, const PlayCase& play,
              const std::function<void(const std::string& line)>& note) {
    return Shrinker{from, first, play, note}.run();
}

}  // namespace albireo::storm
