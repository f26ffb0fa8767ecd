# Given to CMake as -DCMAKE_PROJECT_INCLUDE=cmake/Coverage.cmake by tests/storm/coverage: counts how often each line of the server, of proto/ and
# of the prediction runs, with gcc and unoptimised, so that no line is merged with another. Everything else is compiled as in the preset checked, so ccache has it.
cmake_language(DEFER CALL albireo_count_lines)
function(albireo_count_lines)
    foreach(target albireo_server_core albireo_limits albireo_proto albireo_frame_codec albireo_join_code albireo_enet_link albireo_predict albireo_reporter)
        target_compile_options(${target} PRIVATE --coverage -O0)
        target_link_options(${target} INTERFACE --coverage)
    endforeach()
endfunction()
