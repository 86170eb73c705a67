"""POSIX: descriptors, files, directories. In verification a call may fail at any time, and what is in a file is any."""

from call import Call, Function, literal

START = 'int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600); write(fd, {text}, {size}); lseek(fd, 0, SEEK_SET); errno = 0; '
END = ' close(fd); unlink("data");'


def contents(rng, n=210):
    return [''.join(rng.choice('ab\n\0') for _ in range(rng.randrange(9))) for _ in range(n)]


def of_descriptor(name, text, *seen, also='', choices=None):
    def make(rng):
        made = []
        for content in contents(rng):
            body = text
            for key, values in (choices or {}).items():
                body = body.replace(key, str(rng.choice(values)))
            made.append(Call(START.format(text=literal(content), size=len(content)) + body + END, *seen))
        return made
    return Function(name, make, exact=False, also=also, batch=12)


def of_names(name, text, *seen, also='', names=('file', '', 'none/file', '.', 'folder', 'link'), exact=False):
    """In a folder with a file, a folder and a link; after it they are gone."""
    def make(rng):
        made = []
        for _ in range(210):
            body = text
            for key in ('FIRST', 'SECOND'):
                body = body.replace(key, literal(rng.choice(names)))
            body = body.replace('MODE', rng.choice(['0', '0600', '0644', '0444', '0700']))
            body = body.replace('NUMBER', rng.choice(['0', '1', '3', '10', '-1']))
            made.append(Call('close(creat("file", 0644)); mkdir("folder", 0755); symlink("file", "link"); errno = 0; ' + body +
                             ' unlink("new"); rmdir("new"); unlink("link"); unlink("file"); rmdir("folder");', *seen))
        return made
    return Function(name, make, exact=exact, also=also, batch=256 if exact else 12)


R = 'int r = {}, e = r < 0 ? errno : 0;'

FUNCTIONS = [
    of_descriptor('read', 'char s[12] = "#########"; long r = read(fd, s, SIZE), q = read(fd, s, SIZE);', 'r', 'q', ('s', 12),
                  choices={'SIZE': [0, 1, 3, 8, 12]}),
    of_descriptor('write', 'long r = write(fd, "xyz", SIZE); char s[12] = ""; lseek(fd, 0, SEEK_SET); long q = read(fd, s, 12);',
                  'r', 'q', ('s', 12), choices={'SIZE': [0, 1, 2, 3]}, also='open close'),
    of_descriptor('lseek', 'long r = lseek(fd, OFFSET, WHENCE); int e = r < 0 ? errno : 0; long q = lseek(fd, 0, SEEK_CUR);', 'r', 'e',
                  'q', choices={'OFFSET': [0, 1, -1, 5, 100, -9], 'WHENCE': ['SEEK_SET', 'SEEK_CUR', 'SEEK_END', 17]}, also='lseek64'),
    of_descriptor('pread', 'char s[12] = "#########"; long r = pread(fd, s, SIZE, OFFSET), at = lseek(fd, 0, SEEK_CUR);', 'r', 'at',
                  ('s', 12), choices={'SIZE': [0, 1, 3, 8, 12], 'OFFSET': [0, 1, 5, 20]}),
    of_descriptor('pwrite', 'long r = pwrite(fd, "xyz", SIZE, OFFSET), at = lseek(fd, 0, SEEK_CUR), end = lseek(fd, 0, SEEK_END);', 'r',
                  'at', 'end', choices={'SIZE': [0, 1, 3], 'OFFSET': [0, 1, 5, 20]}),
    of_descriptor('ftruncate', R.format('ftruncate(fd, SIZE)') + ' long end = lseek(fd, 0, SEEK_END);', 'r', 'e', 'end',
                  choices={'SIZE': [0, 1, 3, 50, -1]}),
    of_descriptor('dup', 'int d = dup(fd), r = d >= 0, c = close(d), q = close(d), e = errno;', 'r', 'c', 'q', 'e'),
    of_descriptor('dup2', 'int d = dup2(fd, NUMBER), r = d, e = d < 0 ? errno : 0, c = d < 0 ? 1 : close(d);', 'r', 'e', 'c',
                  choices={'NUMBER': [60, 61, -1, 70]}),
    of_descriptor('fsync', 'int r = fsync(fd), q = fdatasync(fd), s = fsync(-1), e = errno;', 'r', 'q', 's', 'e', also='fdatasync'),
    of_descriptor('isatty', 'int r = isatty(fd), e = errno, q = isatty(-1), g = errno;', 'r', 'e', 'q', 'g'),
    of_names('unlink', R.format('unlink(FIRST)'), 'r', 'e'),
    of_names('rmdir', R.format('rmdir(FIRST)'), 'r', 'e'),
    of_names('mkdir', R.format('mkdir("new", 0700)').replace('"new"', 'FIRST'), 'r', 'e', names=('file', '', 'none/new', '.', 'new')),
    of_names('creat', 'int d = creat(FIRST, 0600), r = d >= 0, e = r ? 0 : errno; if (r) close(d);', 'r', 'e',
             names=('file', '', 'none/new', '.', 'new')),
    of_names('access', R.format('access(FIRST, F_OK)'), 'r', 'e'),
    of_names('chmod', R.format('chmod(FIRST, MODE)') + ' struct stat st; int q = stat(FIRST, &st);', 'r', 'e',
             names=('file', '', 'none/file', 'none')),
    of_names('link', R.format('link(FIRST, SECOND)'), 'r', 'e', names=('file', '', 'none/new', 'folder', 'new')),
    of_names('symlink', R.format('symlink(FIRST, SECOND)'), 'r', 'e', names=('file', '', 'none/new', 'folder', 'new')),
    of_names('rename', R.format('rename(FIRST, SECOND)'), 'r', 'e', names=('file', '', 'none/new', 'folder', 'new')),
    of_names('readlink', 'char s[12] = "#########"; long r = readlink(FIRST, s, 3); int e = r < 0 ? errno : 0;', 'r', 'e', ('s', 12)),
    of_names('stat', 'struct stat st = { 0 }; int r = stat(FIRST, &st), e = r < 0 ? errno : 0, d = S_ISDIR(st.st_mode);', 'r', 'e', 'd',
             'r ? 0 : (st.st_mode & 0777)', also='stat64'),
    of_names('lstat', 'struct stat st = { 0 }; int r = lstat(FIRST, &st), e = r < 0 ? errno : 0, d = S_ISLNK(st.st_mode);', 'r', 'e',
             'd', also='lstat64'),
    of_names('truncate', R.format('truncate(FIRST, NUMBER)'), 'r', 'e', names=('file', '', 'none/file', 'folder')),
    of_names('opendir', 'DIR *d = opendir(FIRST); int r = d != NULL, e = r ? 0 : errno, n = 0; if (d) { n = closedir(d); }', 'r', 'e', 'n',
             also='closedir'),
    of_names('umask', 'int a = umask(MODE), b = umask(022); umask(022);', 'b'),
    of_names('chdir', R.format('chdir(FIRST)'), 'r', 'e', names=('file', '', 'none', '.')),
    of_names('sysconf', 'long r = sysconf(_SC_PAGESIZE), q = getpagesize(); int s = r == q;', 'r', 'q', also='getpagesize'),
    of_names('basename', 'char s[24]; strcpy(s, FIRST); char *r = basename(s);', 'r - s', also='', exact=True,
             names=('file', '', '/', 'a/b', 'a/b/', '/a', '//', 'a//b', 'a/', './x', '..')),
    of_names('dirname', 'char s[24]; strcpy(s, FIRST); char *p = dirname(s), r[24] = ""; strcpy(r, p);', ('r', 24), exact=True,
             names=('file', '', '/', 'a/b', 'a/b/', '/a', '//', 'a//b', 'a/', './x', '..', '/a/b/c', '///a')),
    of_names('__xpg_basename', 'char s[24]; strcpy(s, FIRST); char *p = __xpg_basename(s), r[24] = ""; strcpy(r, p);', ('r', 24),
             exact=True, names=('file', '', '/', 'a/b', 'a/b/', '/a', '//', 'a//b', 'a/', './x', '..', '/a/b//', '///a')),
    of_names('gnu_dev_makedev', 'unsigned a = NUMBER, b = MODE; unsigned long d = gnu_dev_makedev(a, b); unsigned m = gnu_dev_major(d), '
             'n = gnu_dev_minor(d);', 'd', 'm', 'n', also='gnu_dev_major gnu_dev_minor', exact=True),
]

HEADERS = '''
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
extern char *dirname(char *);
extern char *__xpg_basename(char *);
'''
