# Warnings and include roots that every target of ours shares, and the functions that define one.

add_library(albireo_flags INTERFACE)
target_compile_options(albireo_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror=return-type)
# g++ 12 warns of overlaps in every operator+ of a std::string (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(albireo_flags INTERFACE -Wno-restrict)
endif()
target_include_directories(albireo_flags INTERFACE ${CMAKE_SOURCE_DIR})

# albireo_library(NAME SOURCES... [LINKS targets...]): a static library that includes from the repository root.
function(albireo_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC albireo_flags ${arg_LINKS})
endfunction()

# albireo_program(NAME SOURCES... [LINKS targets...]): a program for users, in build/<preset>/bin; it has --help.
function(albireo_program name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE albireo_flags ${arg_LINKS})
endfunction()

# albireo_rarely_runs(TARGETS...): code that has no loop worth optimising. -O1 compiles it in half the time of -O3.
function(albireo_rarely_runs)
    foreach(target ${ARGN})
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endforeach()
endfunction()

# Every test has the label of its module, the folder under tests/: ctest -L '^client/predict$'. Called at the end of each
# module that has a test, when all of them are known.
function(albireo_label_tests)
    get_property(tests DIRECTORY PROPERTY TESTS)
    if(tests)
        albireo_module_of(module)
        set_tests_properties(${tests} PROPERTIES LABELS ${module})
    endif()
endfunction()

function(albireo_module_of out)
    file(RELATIVE_PATH module ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
    set(${out} ${module} PARENT_SCOPE)
endfunction()

# add_test(): CMake's own, with a label.
macro(add_test)
    get_property(is_deferred DIRECTORY PROPERTY albireo_labels)
    if(NOT is_deferred)
        set_property(DIRECTORY PROPERTY albireo_labels ON)
        cmake_language(DEFER CALL albireo_label_tests)
    endif()
    _add_test(${ARGV})
endmacro()

# albireo_test_tool(NAME SOURCES... [LINKS targets...]): a program for tests and developers, in build/<preset>/tests.
function(albireo_test_tool name)
    albireo_program(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    # A test's own code is compiled often, and its speed matters little: -Og compiles in half the time of -O3.
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

# albireo_test_groups(OUT NAME SOURCES...): in presets that compile several files of a library as one, the test files of a program in
# groups (TestGroup.cmake); else the files themselves.
function(albireo_test_groups out name)
    list(LENGTH ARGN count)
    if(NOT ALBIREO_UNITY_TESTS OR count EQUAL 1)
        set(${out} ${ARGN} PARENT_SCOPE)
        return()
    endif()
    set(tests "")
    foreach(test ${ARGN})
        get_filename_component(test ${test} ABSOLUTE)
        list(APPEND tests ${test})
    endforeach()
    # Groups of equal size, because a large one could be left to compile alone at the end.
    math(EXPR groups "(${count} + 11) / 12")
    set(sources "")
    foreach(group RANGE 1 ${groups})
        math(EXPR from "${count} * (${group} - 1) / ${groups}")
        math(EXPR length "${count} * ${group} / ${groups} - ${from}")
        list(SUBLIST tests ${from} ${length} files)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_${group}.cpp)
        add_custom_command(OUTPUT ${source}
            COMMAND ${CMAKE_COMMAND} -DOUT=${source} "-DFILES=${files}" -P ${CMAKE_SOURCE_DIR}/cmake/TestGroup.cmake
            DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/TestGroup.cmake VERBATIM)
        list(APPEND sources ${source})
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

# albireo_test(NAME SOURCES... [LINKS targets...]): a doctest binary; ctest sees each of its cases.
function(albireo_test name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
    albireo_test_groups(sources ${name} ${arg_SOURCES})
    albireo_test_tool(${name} SOURCES $<TARGET_OBJECTS:albireo_doctest_main> ${sources}
                      LINKS doctest::doctest ${arg_LINKS})
    if(ALBIREO_FUZZ)
        # A fuzzer need not know a test's branches, and no sanitizer a test's own code.
        set(ignored ${CMAKE_BINARY_DIR}/asan-ignorelist.txt)
        configure_file(${CMAKE_SOURCE_DIR}/cmake/AsanIgnorelist.txt.in ${ignored} @ONLY)
        target_compile_options(${name} PRIVATE -O1 -fno-sanitize=fuzzer-no-link -fsanitize-ignorelist=${ignored})
    endif()
    albireo_module_of(module)
    doctest_discover_tests(${name} TEST_PREFIX "${name}: " WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                           PROPERTIES LABELS ${module})
endfunction()

# albireo_real_time_tests(NAMES...): tests in which programs play in real time, so that load disturbs them. One of them runs at
# a time, beside other tests. Because that makes them the longest chain of all, they start first: a build without a record
# of earlier runs gives every other test a cost of 0.
function(albireo_real_time_tests)
    set_tests_properties(${ARGN} PROPERTIES RESOURCE_LOCK real_time COST 1000)
endfunction()
