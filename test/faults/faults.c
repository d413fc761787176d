// A layer under the real program that makes the disk fail, or the process die, at exactly the n-th operation on files below one
// folder. Loaded by LD_PRELOAD; built by faults.ts with the system's C compiler.
//   FAULT_DIR   the folder (a prefix of absolute paths)
//   FAULT_AT    the operation at which it happens, from 1; 0 = never (to count)
//   FAULT_DO    kill (before the operation) | torn (half of a write, then kill) | EIO | ENOSPC | EACCES, once; with a + after it from then on
//   FAULT_NO_LINKS  hard links are refused, as exFAT does
//   FAULT_LOG   a file that gets a line "number operation path" for each
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int count;
static int without_links(void) { return getenv("FAULT_NO_LINKS") != NULL; }

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

static int ours(const char *path) {
  const char *dir = getenv("FAULT_DIR");
  return dir && path && strncmp(path, dir, strlen(dir)) == 0;
}

static const char *path_of(int fd, char *buffer) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, buffer, PATH_MAX - 1);
  if (n < 0) return NULL;
  buffer[n] = 0;
  return buffer;
}

/* What shall become of this operation: 0 go on, -1 fail with errno set, 1 torn. */
static int verdict(const char *operation, const char *path) {
  if (!ours(path)) return 0;
  const char *at = getenv("FAULT_AT"), *act = getenv("FAULT_DO"), *log = getenv("FAULT_LOG");
  int n = atomic_fetch_add(&count, 1) + 1, target = at ? atoi(at) : 0;
  if (log) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%d %s %s\n", n, operation, path);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
  }
  if (!target || !act) return 0;
  int lasting = act[strlen(act) - 1] == '+';
  if (lasting ? n < target : n != target) return 0;
  if (!strncmp(act, "kill", 4)) die();
  if (!strncmp(act, "torn", 4)) return 1;
  errno = !strncmp(act, "EIO", 3) ? EIO : !strncmp(act, "ENOSPC", 6) ? ENOSPC : !strncmp(act, "EROFS", 5) ? EROFS : EACCES;
  return -1;
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))
#define ON_FD(name, fd) char buffer_[PATH_MAX]; int v_ = verdict(name, path_of(fd, buffer_)); if (v_ < 0) return -1;
#define ON_PATH(name, path) int v_ = verdict(name, path); if (v_ < 0) return -1; if (v_ > 0) die();

ssize_t write(int fd, const void *data, size_t size) {
  ON_FD("write", fd)
  if (v_ > 0) { syscall(SYS_write, fd, data, size / 2); die(); }
  return syscall(SYS_write, fd, data, size);
}
static ssize_t halves(int fd, const struct iovec *parts, int n) {
  if (n > 0) syscall(SYS_write, fd, parts[0].iov_base, parts[0].iov_len / 2);
  die();
  return -1;
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  ON_FD("pwrite", fd)
  if (v_ > 0) { syscall(SYS_pwrite64, fd, data, size / 2, at); die(); }
  return syscall(SYS_pwrite64, fd, data, size, at);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }
ssize_t writev(int fd, const struct iovec *parts, int n) {
  ON_FD("writev", fd)
  return v_ > 0 ? halves(fd, parts, n) : REAL(ssize_t, "writev", int, const struct iovec *, int)(fd, parts, n);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int n, off64_t at) {
  ON_FD("pwritev", fd)
  return v_ > 0 ? halves(fd, parts, n) : REAL(ssize_t, "pwritev64", int, const struct iovec *, int, off64_t)(fd, parts, n, at);
}
int fsync(int fd) { ON_FD("fsync", fd) if (v_ > 0) die(); return (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { ON_FD("fdatasync", fd) if (v_ > 0) die(); return (int)syscall(SYS_fdatasync, fd); }
int ftruncate64(int fd, off64_t n) { ON_FD("ftruncate", fd) if (v_ > 0) die(); return (int)syscall(SYS_ftruncate, fd, n); }
int rename(const char *from, const char *to) { ON_PATH("rename", to) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0); }
int link(const char *from, const char *to) { if (without_links()) { errno = EPERM; return -1; } ON_PATH("link", to) return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
int unlink(const char *path) { ON_PATH("unlink", path) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
int mkdir(const char *path, mode_t mode) {
  struct stat there; /* Making what is there changes nothing. */
  if (stat(path, &there) == 0) { errno = EEXIST; return -1; }
  ON_PATH("mkdir", path)
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

static int opened(const char *path, int flags, mode_t mode) {
  if (flags & (O_CREAT | O_TRUNC)) { ON_PATH("open", path) }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = (mode_t)va_arg(rest, int); va_end(rest);
  return opened(path, flags | O_LARGEFILE, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = (mode_t)va_arg(rest, int); va_end(rest);
  return opened(path, flags, mode);
}
