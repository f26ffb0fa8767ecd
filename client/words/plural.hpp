#pragma once
/// The plural rule of a catalog: the C expression after "plural=" in its Plural-Forms line, such as "n != 1" or
/// "n%10==1 && n%100!=11 ? 0 : 1".
#include <optional>
#include <string>
#include <string_view>

namespace albireo::words {

class PluralRule {
  public:
    /// English, until read() succeeds.
    PluralRule() = default;
    /// Reads "nplurals=2; plural=n != 1;". Returns false, and changes nothing, if the rule cannot be understood.
    bool read(std::string_view plural_forms);
    /// The number of the form for `number`: less than forms().
    unsigned form_of(unsigned number) const;
    unsigned forms() const { return forms_; }

    static constexpr unsigned kFormsMax = 6;

  private:
    std::string expression_ = "n!=1";
    unsigned forms_ = 2;
};

}  // namespace albireo::words
