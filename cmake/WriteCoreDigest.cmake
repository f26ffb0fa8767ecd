# cmake -DOUT=file.cpp -DROOT=dir -P WriteCoreDigest.cmake: the digest of the core's sources as a constant of one C++ file.
# Builds of equal sources have equal digests, whatever compiled them. The file is left untouched if it is up to date.
file(GLOB files RELATIVE ${ROOT} ${ROOT}/sim/*.?pp ${ROOT}/sim/base/*.?pp ${ROOT}/sim/game/*.?pp ${ROOT}/sim/level/*.?pp)
list(SORT files)
set(all "")
foreach(file ${files})
    file(SHA256 ${ROOT}/${file} digest)
    string(APPEND all "${file} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 16 digest)
set(code "#include \"sim/witness/core_digest.hpp\"\n\nnamespace albireo {\n\nstd::string_view core_digest() { return \"${digest}\"; }\n\n}  // namespace albireo\n")
file(CONFIGURE OUTPUT ${OUT} CONTENT "${code}" @ONLY)  # leaves a file of the same text alone
