dnl Autoconf macros of accelfix.
dnl Copyright (C) 2026 The accelfix authors.
dnl This file is part of accelfix, free software under the GNU General Public
dnl License, version 3 or later; see the file COPYING.

dnl ACX_FOLDERS: names that make and the flags of an offload compiler can take.
dnl A source folder that has another one is reached by a link, srcdir.link; a
dnl build folder cannot be, since what is built is named in flags.
AC_DEFUN([ACX_FOLDERS],
[acx_dir=`pwd`
AS_CASE([$acx_dir], [*[[!A-Za-z0-9/._+~@%-]]*],
  [AC_MSG_ERROR([the build folder $acx_dir has a character in its name that the flags of an offload compiler cannot carry; run configure in another folder, as in mkdir /tmp/build && cd /tmp/build])])
AS_CASE([$srcdir], [*[[!A-Za-z0-9/._+~@%-]]*],
  [acx_dir=`cd "$srcdir" && pwd`
  rm -f srcdir.link
  $as_ln_s "$acx_dir" srcdir.link && test -r "srcdir.link/$ac_unique_file" ||
    AC_MSG_ERROR([cannot make the link srcdir.link to $acx_dir, whose name make cannot take])
  srcdir=./srcdir.link])])

dnl ACX_PKGVERSION(DEFAULT): --with-pkgversion sets PKGVERSION, the text that
dnl --version prints.
AC_DEFUN([ACX_PKGVERSION],
[AC_ARG_WITH([pkgversion],
  [AS_HELP_STRING([--with-pkgversion=TEXT],
    [TEXT that the programs print for --version in place of "$1"])],
  [], [with_pkgversion=])
AS_CASE([$with_pkgversion],
  [yes], [AC_MSG_ERROR([--with-pkgversion needs a text])],
  ['' | no], [PKGVERSION="$1"],
  [PKGVERSION=$with_pkgversion])
AC_SUBST([PKGVERSION])])

dnl ACX_BUGURL: --with-bugurl sets BUGURL, where --help sends reports to.  There
dnl is no default: whoever distributes accelfix knows the address.
AC_DEFUN([ACX_BUGURL],
[AC_ARG_WITH([bugurl],
  [AS_HELP_STRING([--with-bugurl=URL],
    [where --help asks for reports to be sent (default: it names no address)])],
  [], [with_bugurl=])
AS_CASE([$with_bugurl],
  [yes], [AC_MSG_ERROR([--with-bugurl needs a URL])],
  ['' | no], [BUGURL=],
  [BUGURL=$with_bugurl])
AC_SUBST([BUGURL])])

dnl ACX_C11: a C compiler with C11 and atomics.
AC_DEFUN([ACX_C11],
[AC_CACHE_CHECK([for the option that makes $CC take C11], [acx_cv_c11],
  [acx_cv_c11=unsupported
  acx_save_CFLAGS=$CFLAGS
  for acx_opt in '' -std=gnu11; do
    CFLAGS="$acx_save_CFLAGS $acx_opt"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM(
      [[#include <stdatomic.h>
      _Static_assert (sizeof (long) >= 4, "long");]],
      [[_Atomic int a = 0; return atomic_fetch_add (&a, 1);]])],
      [acx_cv_c11=${acx_opt:-none}; break])
  done
  CFLAGS=$acx_save_CFLAGS])
AS_CASE([$acx_cv_c11],
  [unsupported], [AC_MSG_ERROR([$CC does not take C11; install the package gcc])],
  [none], [],
  [CC="$CC $acx_cv_c11"])])

dnl ACX_INSTALL: INSTALL, INSTALL_PROGRAM, INSTALL_SCRIPT, INSTALL_DATA and
dnl MKDIR_P, from an install program that is there, so that the tree needs no
dnl install-sh.
AC_DEFUN([ACX_INSTALL],
[AC_CHECK_PROGS([INSTALL_PROG], [install ginstall], [])
AS_IF([test -z "$INSTALL_PROG"],
  [AC_MSG_ERROR([no install program in PATH; install the package coreutils])])
INSTALL="$INSTALL_PROG -c"
INSTALL_PROGRAM=$INSTALL
INSTALL_SCRIPT=$INSTALL
INSTALL_DATA="$INSTALL -m 644"
MKDIR_P="mkdir -p"
AC_SUBST([INSTALL])
AC_SUBST([INSTALL_PROGRAM])
AC_SUBST([INSTALL_SCRIPT])
AC_SUBST([INSTALL_DATA])
AC_SUBST([MKDIR_P])])

dnl ACX_WARNINGS: WARN_CFLAGS for the C parts.
AC_DEFUN([ACX_WARNINGS],
[WARN_CFLAGS="-Wall -Wextra"
AC_SUBST([WARN_CFLAGS])])

dnl ACX_UNIFORM_CFLAGS: options for ptxvm's interpreter of lanes that do the
dnl same, one function with a label for each operation.  They gain nothing there
dnl and take a third to a half of the time: GCC's pass that turns scalar code into
dnl vector code makes definition-use chains for each candidate; the removal of
dnl redundant loads looks for them in all operations that may come before, which
dnl are all there are.
AC_DEFUN([ACX_UNIFORM_CFLAGS],
[UNIFORM_CFLAGS=
acx_save_CFLAGS=$CFLAGS
for acx_flag in -mno-stv -fno-gcse -fno-tree-pre \
		--param=sccvn-max-alias-queries-per-access=5; do
  AS_VAR_PUSHDEF([acx_cv], [acx_cv_takes_$acx_flag])
  AC_CACHE_CHECK([whether $CC takes $acx_flag], [acx_cv],
    [CFLAGS="$acx_save_CFLAGS -Werror $acx_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [AS_VAR_SET([acx_cv], [yes])],
      [AS_VAR_SET([acx_cv], [no])])])
  AS_VAR_IF([acx_cv], [yes],
    [UNIFORM_CFLAGS="$UNIFORM_CFLAGS${UNIFORM_CFLAGS:+ }$acx_flag"])
  AS_VAR_POPDEF([acx_cv])
done
CFLAGS=$acx_save_CFLAGS
AC_SUBST([UNIFORM_CFLAGS])])

dnl ACX_ACCEL_PLUGINS: decide for which offload compilers the plugin is
dnl built.  Sets ACCEL_PLUGINS to words MAJOR:TARGET:HEADERS, and the lines
dnl of the closing table in acx_table.
AC_DEFUN([ACX_ACCEL_PLUGINS],
[acx_headers=$srcdir/config/accel-headers
ACCEL_PLUGINS=
acx_table=
acx_row ()
{
  acx_table="$acx_table
`printf '  %-6s %-15s %-10s %s' "$[1]" "$[2]" "$[3]" "$[4]"`"
}
acx_list_gcc=`echo "$with_gcc" | tr ',' ' ' | sed 's/gcc-//g'`
acx_list_targets=`echo "$with_targets" | tr ',' ' '`
AS_CASE([$with_gcc], [yes | no],
  [AC_MSG_ERROR([--with-gcc needs a list of major versions, as in --with-gcc=11,12])])
AS_CASE([$with_targets], [yes | no],
  [AC_MSG_ERROR([--with-targets needs a list, as in --with-targets=nvptx-none])])
for acx_t in $acx_list_targets; do
  AS_CASE([$acx_t], [nvptx-none | amdgcn-amdhsa], [],
    [AC_MSG_ERROR([--with-targets: there is no plugin for '$acx_t'; the targets are nvptx-none and amdgcn-amdhsa])])
done
for acx_g in $acx_list_gcc; do
  AS_CASE([$acx_g], [*[[!0-9]]*],
    [AC_MSG_ERROR([--with-gcc: '$acx_g' is not a GCC major version])])
done

AS_CASE([$with_accel_headers], [yes | no | ''], [],
  [if test ! -d "$with_accel_headers"; then
    AC_MSG_ERROR([--with-accel-headers: there is no folder $with_accel_headers])
  fi])

AC_MSG_CHECKING([for offload compilers])
acx_found=`$SHELL "$acx_headers" --list | sed 's/ /:/' | xargs`
AC_MSG_RESULT([${acx_found:-none}])

dnl What was asked for by name must be there.
for acx_g in $acx_list_gcc; do
  for acx_t in ${acx_list_targets:-any}; do
    acx_have=no
    for acx_p in $acx_found; do
      AS_CASE([$acx_t:$acx_p],
	[any:$acx_g:* | $acx_t:$acx_g:$acx_t], [acx_have=yes])
    done
    if test $acx_have = no; then
      if test "$acx_t" = any; then
	AC_MSG_ERROR([--with-gcc: GCC $acx_g has no offload compiler here; install gcc-$acx_g-offload-nvptx or gcc-$acx_g-offload-amdgcn])
      fi
      acx_pkg=`echo "$acx_t" | sed 's/-.*//'`
      AC_MSG_ERROR([GCC $acx_g has no offload compiler for $acx_t here; install gcc-$acx_g-offload-$acx_pkg])
    fi
  done
done

acx_any=no
for acx_p in $acx_found; do
  acx_g=`echo "$acx_p" | sed 's/:.*//'`
  acx_t=`echo "$acx_p" | sed 's/.*://'`
  acx_asked=no
  if test -n "$acx_list_gcc$acx_list_targets"; then
    acx_asked=yes
  fi
  AS_CASE([$acx_t], [nvptx-none | amdgcn-amdhsa], [],
    [acx_row "$acx_g" "$acx_t" "left out" "accelfix has nothing for this target"
    continue])
  AS_CASE([" $acx_list_gcc "],
    ["  " | *" $acx_g "*], [],
    [acx_row "$acx_g" "$acx_t" "left out" "not in --with-gcc"
    continue])
  AS_CASE([" $acx_list_targets "],
    ["  " | *" $acx_t "*], [],
    [acx_row "$acx_g" "$acx_t" "left out" "not in --with-targets"
    continue])
  AC_MSG_CHECKING([for the plugin headers of GCC $acx_g, $acx_t])
  acx_dir=
  AS_CASE([$with_accel_headers],
    [no], [acx_why="--without-accel-headers was given"
      acx_asked=no],
    [yes | ''],
      [if acx_dir=`$SHELL "$acx_headers" --query --gcc=$acx_g --target=$acx_t 2>conftest.err`
      then
	AC_MSG_RESULT([$acx_dir])
      else
	AC_MSG_RESULT([making them, which takes a minute or two])
	if acx_dir=`$SHELL "$acx_headers" --gcc=$acx_g --target=$acx_t 2>conftest.err`
	then
	  cat conftest.err >&AS_MESSAGE_LOG_FD
	  sed -n 's/^accel-headers: warning/configure: WARNING/p' conftest.err
	else
	  acx_dir=
	  cat conftest.err >&AS_MESSAGE_LOG_FD
	  acx_why=`sed -n 's/^accel-headers: error: //p' conftest.err | sed 1q`
	fi
	AC_MSG_CHECKING([for the plugin headers of GCC $acx_g, $acx_t])
	if test -n "$acx_dir"; then
	  AC_MSG_RESULT([$acx_dir])
	fi
      fi],
    [acx_dir=$with_accel_headers/$acx_g/$acx_t/include
    if test -d "$acx_dir"; then
      acx_dir=`cd "$acx_dir" && pwd`
      if $SHELL "$acx_headers" --check="$acx_dir" --gcc=$acx_g --target=$acx_t 2>conftest.err
      then
	AC_MSG_RESULT([$acx_dir])
      else
	AC_MSG_RESULT([refused])
	acx_why=`sed -n 's/^accel-headers: error: //p' conftest.err | sed 1q`
	AC_MSG_ERROR([$acx_why])
      fi
    elif test -f "$with_accel_headers/gcc-plugin.h"; then
      dnl Somebody gave a folder of headers itself.
      AC_MSG_RESULT([refused])
      acx_why=`$SHELL "$acx_headers" --check="$with_accel_headers" --gcc=$acx_g --target=$acx_t 2>&1 | sed -n 's/^accel-headers: error: //p' | sed 1q`
      AC_MSG_ERROR([${acx_why:-"--with-accel-headers=DIR: DIR is the folder above MAJOR/TARGET/include, as in DIR/$acx_g/$acx_t/include"}])
    else
      acx_why="no folder $acx_dir"
      acx_dir=
    fi])
  rm -f conftest.err
  if test -n "$acx_dir"; then
    AS_CASE([$acx_dir], [*[[\ :\"\'\`\$\#\;\&]]*],
      [AC_MSG_ERROR([the folder $acx_dir has a character in its name that make cannot take; choose another with --with-accel-headers or XDG_CACHE_HOME])])
    ACCEL_PLUGINS="${ACCEL_PLUGINS:+$ACCEL_PLUGINS }$acx_g:$acx_t:$acx_dir"
    acx_row "$acx_g" "$acx_t" "built" "plugin/$acx_g/$acx_t/accelfix.so"
    acx_any=yes
  else
    AC_MSG_RESULT([none])
    if test $acx_asked = yes; then
      AC_MSG_ERROR([GCC $acx_g, $acx_t: $acx_why])
    fi
    acx_row "$acx_g" "$acx_t" "left out" "$acx_why"
  fi
done
if test -z "$acx_found"; then
  acx_row - - "left out" "no offload compiler in PATH; install gcc-12-offload-nvptx"
fi
AS_CASE([$acx_found:$acx_any:$with_accel_headers],
  [:* | *:yes:* | *:no:yes | *:no:no | *:no:], [],
  [AC_MSG_ERROR([--with-accel-headers: $with_accel_headers has no MAJOR/TARGET/include, as 12/nvptx-none/include, for an offload compiler that is here])])
AC_SUBST([ACCEL_PLUGINS])
dnl The release that GCC's suites are run with unless another is asked for: the
dnl newest with a plugin for nvptx.
DEFAULT_GCC=12
for acx_p in $ACCEL_PLUGINS; do
  AS_CASE([$acx_p], [*:nvptx-none:*],
    [DEFAULT_GCC=`echo "$acx_p" | sed 's/:.*//'`])
done
AC_SUBST([DEFAULT_GCC])])

dnl ACX_HOST_PLUGINS: the plugin for gcc, g++ and gfortran, for each release in
dnl ACCEL_PLUGINS whose package gcc-N-plugin-dev is installed; its version must
dnl be the compiler's.  Sets HOST_PLUGINS to words MAJOR:HEADERS.
AC_DEFUN([ACX_HOST_PLUGINS],
[AC_ARG_ENABLE([host-plugin],
  [AS_HELP_STRING([--disable-host-plugin],
    [do not build the plugin for gcc, g++ and gfortran (default: build it for
     each release that has the headers of gcc-N-plugin-dev; with
     --enable-host-plugin it is an error if one lacks them)])],
  [], [enable_host_plugin=auto])
HOST_PLUGINS=
acx_done=
for acx_p in $ACCEL_PLUGINS; do
  acx_g=`echo "$acx_p" | sed 's/:.*//'`
  AS_CASE([" $acx_done "], [*" $acx_g "*], [continue])
  acx_done="$acx_done $acx_g"
  if test "$enable_host_plugin" = no; then
    acx_row "$acx_g" "host" "left out" "--disable-host-plugin was given"
    continue
  fi
  AC_MSG_CHECKING([for the plugin headers of gcc-$acx_g])
  acx_dir=`gcc-$acx_g -print-file-name=plugin 2>/dev/null`/include
  acx_why=
  if test -f "$acx_dir/gcc-plugin.h"; then
    acx_v=`gcc-$acx_g -dumpfullversion`
    grep "basever\@<:@\@:>@ = \"$acx_v\"" "$acx_dir/plugin-version.h" >/dev/null ||
      acx_why="the headers in $acx_dir are not those of GCC $acx_v; install gcc-$acx_g-plugin-dev of the same version as gcc-$acx_g"
  else
    acx_why="no headers; install gcc-$acx_g-plugin-dev"
  fi
  if test -z "$acx_why"; then
    AC_MSG_RESULT([$acx_dir])
    HOST_PLUGINS="${HOST_PLUGINS:+$HOST_PLUGINS }$acx_g:$acx_dir"
    acx_row "$acx_g" "host" "built" "plugin/$acx_g/host/accelfix_host.so"
  else
    AC_MSG_RESULT([none])
    test "$enable_host_plugin" != yes ||
      AC_MSG_ERROR([--enable-host-plugin, GCC $acx_g: $acx_why])
    acx_row "$acx_g" "host" "left out" "$acx_why"
  fi
done
AC_SUBST([HOST_PLUGINS])])

dnl ACX_ACCEL_TABLE: the last thing that configure prints.
AC_DEFUN([ACX_ACCEL_TABLE],
[echo
echo "accelfix $PACKAGE_VERSION, to be installed in $prefix"
echo
printf '  %-6s %-15s %-10s %s\n' GCC TARGET PLUGIN WHERE/WHY
echo "  ------------------------------------------------------------------$acx_table"
echo
if test -f "$srcdir/ptxvm/Makefile.in"; then
  echo "  ptxvm, ptxcheck: built with $CC $CFLAGS"
fi
echo "  manual: ${MAKEINFO:-left out: no makeinfo in PATH; install the package texinfo}"
echo "  DejaGnu tests: ${RUNTEST:-left out: no runtest in PATH; install the package dejagnu}"
echo])
