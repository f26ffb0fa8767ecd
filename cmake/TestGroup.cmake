# Several test files as one C++ file, which compiles in a third of the time (33 files of tests/client/app: 79
# instead of 277 s of processor time): the headers are read once.
#   cmake -DOUT=group.cpp "-DFILES=/dir/a_test.cpp;/dir/b_test.cpp" -P TestGroup.cmake
# Each file is in a namespace of its own, so that helpers of two files may have one name. All headers come before: their include
# guards make the files' own #include lines do nothing. A file that opens a namespace of ours itself stays outside.
set(headers "")
set(body "")
foreach(file ${FILES})
    file(STRINGS ${file} includes REGEX "^#include ")
    list(APPEND headers ${includes})
    get_filename_component(name ${file} NAME_WE)
    file(STRINGS ${file} opened REGEX "^namespace albireo")
    if(opened)
        string(APPEND body "#include \"${file}\"\n")
    else()
        string(APPEND body "namespace file_${name} {\n#include \"${file}\"\n}  // namespace file_${name}\n")
    endif()
endforeach()
list(REMOVE_DUPLICATES headers)
list(JOIN headers "\n" headers)
file(WRITE ${OUT} "${headers}\n\n${body}")
