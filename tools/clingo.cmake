# How the bundled clingo is built; see `.cargo/config.toml`.

# On some systems CMake prefers `lib64`, but the build script looks in `lib`.
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "")

# As much optimisation as the profile in Cargo.toml asks for; cargo tells its build scripts. CMake would always take 3.
if("$ENV{OPT_LEVEL}" MATCHES "^[123s]$" AND NOT CMAKE_HOST_WIN32)
  set(CMAKE_CXX_FLAGS_RELEASE "-O$ENV{OPT_LEVEL} -DNDEBUG" CACHE STRING "")
endif()

# Eight sources are compiled as one, since most of the time goes into headers that they share. The sources of libclingo
# have helpers of the same names, so they stay apart; for that, CMake 3.19 is needed.
get_property(is_probe GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT is_probe AND NOT CMAKE_HOST_WIN32 AND NOT CMAKE_VERSION VERSION_LESS 3.19)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL set_property TARGET libclingo PROPERTY UNITY_BUILD OFF)
endif()

# A better hash for the grounder's indexes: without it joins over one bound variable take quadratic time.
if(NOT CMAKE_HOST_WIN32)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/clingo_hash.hh>")
endif()
