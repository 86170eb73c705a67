"""What is verified of each package: how it is prepared, which files belong together, with which flags, from where.

`prepare` runs once in a copy of the package's sources. `folder` in it is where c2ir is called. A group of entries shares
`files` (patterns, without those of `but`) and `flags`; an entry without a driver starts in main. {here} is this folder.
"""

BUSYBOX = ('-std=gnu99 -Iinclude -Ilibbb -include include/autoconf.h -D_GNU_SOURCE -DNDEBUG -D_LARGEFILE_SOURCE '
           '-D_LARGEFILE64_SOURCE -D_FILE_OFFSET_BITS=64 -DBB_VER=\'"1.35.0"\'')
# One applet: its main is that of the program, without the table of applets.
APPLET = ("make allnoconfig && sed -i 's/# CONFIG_{0} is not set/CONFIG_{0}=y/; s/CONFIG_SH_IS_ASH=y/# CONFIG_SH_IS_ASH is not set/; "
          "s/# CONFIG_SH_IS_NONE is not set/CONFIG_SH_IS_NONE=y/' .config && yes '' | make oldconfig && make prepare")
# Files that are included by others, or whose declarations the configuration leaves out.
NOT_CONFIGURED = ['libbb/' + name for name in ('capability.c', 'die_if_bad_username.c', 'hash_md5prime.c', 'pw_encrypt_*.c',
                                               'selinux_common.c', 'unicode.c', 'utmp.c', 'xatonum_template.c')]
BZLIB = ['blocksort.c', 'huffman.c', 'crctable.c', 'randtable.c', 'compress.c', 'decompress.c', 'bzlib.c']

# name: source package, folder, files and flags, driver of drivers/ (none: main)
ENTRIES = {
    'zlib: adler32': dict(source='zlib', files=['adler32.c'], flags='-I.', driver='adler32.c'),
    'zlib: crc32': dict(source='zlib', files=['crc32.c'], flags='-I.', driver='crc32.c'),
    'zlib: compress': dict(source='zlib', files=['adler32.c', 'crc32.c', 'zutil.c', 'compress.c', 'deflate.c', 'trees.c'],
                           flags='-I.', driver='compress.c'),
    'zlib: uncompress': dict(source='zlib', files=['adler32.c', 'crc32.c', 'zutil.c', 'uncompr.c', 'inf[flt]*.c'],
                             flags='-I.', driver='uncompress.c'),
    'bzip2: main': dict(source='bzip2', files=['bzip2.c', *BZLIB], flags=''),
    'bzip2: compress': dict(source='bzip2', files=BZLIB, flags='-I.', driver='bzip2-compress.c'),
    'bzip2: decompress': dict(source='bzip2', files=BZLIB, flags='-I.', driver='bzip2-decompress.c'),
    'cjson: parse, print': dict(source='cjson', files=['cJSON.c'], flags='-I.', driver='cjson.c'),
    'jansson: loads, dumps': dict(source='jansson', folder='src', files=['*.c'], flags='-I. -I{here}/jansson -DHAVE_CONFIG_H',
                                  driver='jansson.c'),
    'expat: parse': dict(source='expat', folder='expat/lib', files=['xmlparse.c', 'xmlrole.c', 'xmltok.c'],
                         flags='-I. -I{here}/expat -DHAVE_EXPAT_CONFIG_H', driver='expat.c'),
    'lua: main': dict(source='lua5.4', folder='src', files=['*.c'], but=['luac.c'],
                      flags='-std=gnu99 -DLUA_COMPAT_5_3 -D_GNU_SOURCE -I{here}/lua'),
    'mawk: main': dict(source='mawk', prepare='./configure', files=['*.c'],
                       but=['makescan.c', 'fpe_check.c', 'rexp*.c', 'regexp_system.c'],
                       flags='-I. -DHAVE_CONFIG_H -DLOCAL_REGEXP -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=500'),
    **{f'busybox: {name}': dict(source='busybox', prepare=APPLET.format(name.upper()), files=[f'coreutils/{name}.c', 'libbb/*.c'],
                                but=NOT_CONFIGURED, flags=BUSYBOX) for name in ('cat', 'cut', 'expr', 'wc')},
}
