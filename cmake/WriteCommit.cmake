# cmake -DOUT=file.cpp -DROOT=dir -P WriteCommit.cmake: the commit that is checked out in ROOT, as a constant of one C++
# file. It is "unknown" if ROOT is not a git work tree. A "+" after it means that there are uncommitted changes.
# -DCOMMIT=1a2b3c4d5e6f sets the commit, for trees without git, from which packages are made.
# The file is left untouched if it is up to date, so that nothing is rebuilt.
find_program(git git)
get_filename_component(above ${ROOT} DIRECTORY)
set(in_root ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${above} ${git} -C ${ROOT})
set(commit "unknown")
if(COMMIT)
    set(commit ${COMMIT})
elseif(git)
    execute_process(COMMAND ${in_root} rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        set(commit ${found})
        execute_process(COMMAND ${in_root} diff --quiet HEAD -- RESULT_VARIABLE changed ERROR_QUIET)
        if(changed)
            string(APPEND commit "+")
        endif()
    endif()
endif()
set(text "namespace albireo::console {\nextern const char* const kCommit;\nconst char* const kCommit = \"${commit}\";\n}\n")
file(CONFIGURE OUTPUT ${OUT} CONTENT "${text}" @ONLY)  # leaves a file of the same text alone
