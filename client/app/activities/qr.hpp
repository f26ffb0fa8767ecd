#pragma once
/// A text as a QR code, to be drawn. Only qr.cpp uses libqrencode.
#include <memory>
#include <string>
#include <vector>

namespace albireo::app {

struct QrCode {
    int cells = 0;           // in a row; there are as many rows
    std::vector<bool> dark;  // row by row
    bool is_dark(int column, int row) const { return dark[static_cast<std::size_t>(row * cells + column)]; }
};

/// Null if the text is empty or does not fit into a code.
std::shared_ptr<const QrCode> qr_code_of(const std::string& text);

}  // namespace albireo::app
