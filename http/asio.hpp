#pragma once
// Boost.Asio 1.74 alone does not compile as C++20 with g++ 12: it does not include <utility>.
#include <utility>

#include <boost/asio.hpp>
