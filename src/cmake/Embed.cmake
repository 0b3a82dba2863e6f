# skillcat_embed(OUT FILE NAME FILES...): writes a C++ source that holds the bytes of FILES.
#
# The source defines `const std::vector<skillcat::EmbeddedFile>& NAME()` (db/embedded.h), sorted by
# path. Bytes go through HEX: raw string literals break on their delimiter and at 256 KiB.
function(skillcat_embed out function base)
  set(body "")
  foreach(path IN LISTS ARGN)
    file(READ ${base}/${path} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(MAKE_C_IDENTIFIER "${path}" id)
    string(APPEND arrays "static const unsigned char k_${id}[] = {${bytes}0};\n")
    string(APPEND body "      {\"${path}\", {reinterpret_cast<const char*>(k_${id}), sizeof k_${id} - 1}},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${base}/${path})
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT
"#include \"base/embedded.h\"
${arrays}
namespace skillcat {
const std::vector<EmbeddedFile>& ${function}() {
  static const std::vector<EmbeddedFile> files = {
${body}  };
  return files;
}
}  // namespace skillcat
")
endfunction()
