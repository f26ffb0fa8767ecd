# The libraries that the reader of recordings needs, from Debian's own source packages in ALBIREO_WEB_SOURCES (web/sources). Shared by the
# pages' modules and the modules of cores (web/core).
set(protobuf_SOURCE_DIR ${ALBIREO_WEB_SOURCES}/protobuf)
set(zstd_lib ${ALBIREO_WEB_SOURCES}/libzstd/lib)

# The list of files is the library's own.
file(STRINGS ${protobuf_SOURCE_DIR}/cmake/libprotobuf-lite.cmake lines REGEX "\\.cc$")
foreach(line ${lines})
    string(STRIP "${line}" line)
    string(REPLACE "\${protobuf_SOURCE_DIR}" "${protobuf_SOURCE_DIR}" line "${line}")
    list(APPEND protobuf_files ${line})
endforeach()
add_library(protobuf_lite STATIC ${protobuf_files})
target_include_directories(protobuf_lite SYSTEM PUBLIC ${protobuf_SOURCE_DIR}/src)
target_compile_options(protobuf_lite PRIVATE -w -Os)

# The replay page and a core only decompress; what compresses is linked into the game page alone.
file(GLOB zstd_files ${zstd_lib}/common/*.c ${zstd_lib}/compress/*.c ${zstd_lib}/decompress/*.c)
add_library(zstd STATIC ${zstd_files})
target_include_directories(zstd SYSTEM PUBLIC ${zstd_lib})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM=1)
target_compile_options(zstd PRIVATE -w -Os)

# The core uses xxhash.h header-only: the machine's own will do, without the rest of its headers.
find_file(xxhash_header xxhash.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(COPY ${xxhash_header} DESTINATION ${CMAKE_BINARY_DIR}/include)
