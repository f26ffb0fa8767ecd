#pragma once
#include "http/asio.hpp"
