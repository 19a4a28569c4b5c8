// Loaded into a process with LD_PRELOAD. Logs each change below POWER_ROOT to POWER_LOG, with its bytes and
// in order.
// Also logs each fsync with the log's length at its start. tests/power/disk.ts reads the log: a power cut may
// lose changes after the last fsync of a file.
// Does not record writes through stdio or shared memory; no process syncs those.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, RMDIR, SYNC_ALL, LINK };

struct record {
  uint32_t op, first, second, unused;
  uint64_t file, at, since, bytes;
};

static char root[PATH_MAX];
static size_t root_length;
static int log_fd = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *place = getenv("POWER_ROOT"), *log = getenv("POWER_LOG");
  if (!place || !log || !realpath(place, root)) return;
  root_length = strlen(root);
  int fd = REAL(open)(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  // A high descriptor, because some programs close all low ones.
  log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 700);
  close(fd);
}

static int below(const char *path) {
  return log_fd >= 0 && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == 0);
}

static void note(struct record head, const char *first, const char *second, const struct iovec *data, int parts) {
  int kept = errno;
  head.first = first ? strlen(first) : 0;
  head.second = second ? strlen(second) : 0;
  struct iovec all[parts + 3];
  int count = 0;
  all[count++] = (struct iovec){&head, sizeof head};
  if (head.first) all[count++] = (struct iovec){(void *)first, head.first};
  if (head.second) all[count++] = (struct iovec){(void *)second, head.second};
  size_t left = head.bytes;
  for (int part = 0; part < parts && left > 0; part += 1) {
    size_t length = data[part].iov_len < left ? data[part].iov_len : left;
    if (length) all[count++] = (struct iovec){data[part].iov_base, length};
    left -= length;
  }
  // An incomplete log would be useless.
  if (REAL(writev)(log_fd, all, count) < 0) abort();
  errno = kept;
}

static uint64_t noted(void) { return (uint64_t)lseek(log_fd, 0, SEEK_END); }

// Writes the absolute path to `full`; returns 0 if it is not below the root.
static int place_of(int folder, const char *path, char *full) {
  if (log_fd < 0 || !path) return 0;
  if (path[0] == '/') {
    snprintf(full, PATH_MAX, "%s", path);
  } else {
    char link[64], base[PATH_MAX];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    if (snprintf(full, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
  }
  return below(full);
}

// Reads an open file below the root, and its path if `full` is given.
static int file_of(int fd, struct stat *facts, char *full) {
  if (log_fd < 0 || fd == log_fd) return 0;
  int kept = errno;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  int found = 0;
  if (length > 0) {
    path[length] = 0;
    found = below(path) && fstat(fd, facts) == 0 && (S_ISREG(facts->st_mode) || S_ISDIR(facts->st_mode));
    if (found && full) strcpy(full, path);
  }
  errno = kept;
  return found;
}

static void note_sync(int fd, uint64_t since) {
  struct stat facts;
  char path[PATH_MAX];
  if (!file_of(fd, &facts, path)) return;
  note((struct record){.op = SYNC, .file = facts.st_ino, .since = since}, S_ISDIR(facts.st_mode) ? path : NULL, NULL, NULL, 0);
}

static void note_write(int fd, const struct iovec *data, int parts, int64_t at, ssize_t done) {
  struct stat facts;
  if (done <= 0 || !file_of(fd, &facts, NULL)) return;
  if (at < 0) at = lseek(fd, 0, SEEK_CUR) - done;
  note((struct record){.op = WRITE, .file = facts.st_ino, .at = at, .bytes = done}, NULL, NULL, data, parts);
  if (fcntl(fd, F_GETFL) & O_DSYNC) note_sync(fd, noted());
}

static void note_length(uint64_t file, uint64_t length) {
  note((struct record){.op = TRUNCATE, .file = file, .at = length}, NULL, NULL, NULL, 0);
}

static int open_noted(int (*real)(int, const char *, int, ...), int folder, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  int inside = (flags & (O_CREAT | O_TRUNC)) && place_of(folder, path, full);
  int existed = inside && faccessat(folder, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  errno = 0;
  int fd = real(folder, path, flags, mode);
  struct stat facts;
  if (fd < 0 || !inside || fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) return fd;
  if (!existed) note((struct record){.op = CREATE, .file = facts.st_ino}, full, NULL, NULL, 0);
  else if (flags & O_TRUNC) note_length(facts.st_ino, 0);
  return fd;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  }
int open(const char *path, int flags, ...) { MODE(flags) return open_noted(REAL(openat), AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_noted(REAL(openat64), AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_noted(REAL(openat), folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_noted(REAL(openat64), folder, path, flags, mode); }
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open64(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t write(int fd, const void *bytes, size_t length) {
  ssize_t done = REAL(write)(fd, bytes, length);
  note_write(fd, &(struct iovec){(void *)bytes, length}, 1, -1, done);
  return done;
}
ssize_t writev(int fd, const struct iovec *data, int parts) {
  ssize_t done = REAL(writev)(fd, data, parts);
  note_write(fd, data, parts, -1, done);
  return done;
}
#define PWRITE(name, offset) \
  ssize_t name(int fd, const void *bytes, size_t length, offset at) { \
    ssize_t done = REAL(name)(fd, bytes, length, at); \
    note_write(fd, &(struct iovec){(void *)bytes, length}, 1, at, done); \
    return done; \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define PWRITEV(name, offset) \
  ssize_t name(int fd, const struct iovec *data, int parts, offset at) { \
    ssize_t done = REAL(name)(fd, data, parts, at); \
    note_write(fd, data, parts, at, done); \
    return done; \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

static int note_truncated(int fd, int result, uint64_t length) {
  struct stat facts;
  if (result == 0 && file_of(fd, &facts, NULL)) note_length(facts.st_ino, length);
  return result;
}
int ftruncate(int fd, off_t length) { return note_truncated(fd, REAL(ftruncate)(fd, length), length); }
int ftruncate64(int fd, off64_t length) { return note_truncated(fd, REAL(ftruncate64)(fd, length), length); }
static int note_truncated_path(const char *path, int result, uint64_t length) {
  struct stat facts;
  char full[PATH_MAX];
  if (result == 0 && place_of(AT_FDCWD, path, full) && stat(path, &facts) == 0) note_length(facts.st_ino, length);
  return result;
}
int truncate(const char *path, off_t length) { return note_truncated_path(path, REAL(truncate)(path, length), length); }
int truncate64(const char *path, off64_t length) { return note_truncated_path(path, REAL(truncate64)(path, length), length); }
// Preallocated space makes a file longer if it was shorter.
static int note_room(int fd, int result, uint64_t end, uint64_t before) {
  return end > before ? note_truncated(fd, result, end) : result;
}
static uint64_t length_of(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}
int posix_fallocate(int fd, off_t at, off_t length) {
  uint64_t before = length_of(fd);
  return note_room(fd, REAL(posix_fallocate)(fd, at, length), at + length, before);
}
int posix_fallocate64(int fd, off64_t at, off64_t length) {
  uint64_t before = length_of(fd);
  return note_room(fd, REAL(posix_fallocate64)(fd, at, length), at + length, before);
}

static int note_paths(uint32_t op, int result, int inside, const char *first, const char *second) {
  if (result == 0 && inside) note((struct record){.op = op}, first, second, NULL, 0);
  return result;
}
static int note_two(uint32_t op, int result, int from_folder, const char *from, int to_folder, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  int inside = place_of(from_folder, from, first) & place_of(to_folder, to, second);
  return note_paths(op, result, inside, first, second);
}
int rename(const char *from, const char *to) { return note_two(RENAME, REAL(rename)(from, to), AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int one, const char *from, int other, const char *to) { return note_two(RENAME, REAL(renameat)(one, from, other, to), one, from, other, to); }
int link(const char *from, const char *to) { return note_two(LINK, REAL(link)(from, to), AT_FDCWD, from, AT_FDCWD, to); }

static int note_one(uint32_t op, int result, int folder, const char *path) {
  char full[PATH_MAX];
  return note_paths(op, result, place_of(folder, path, full), full, NULL);
}
int unlink(const char *path) { return note_one(UNLINK, REAL(unlink)(path), AT_FDCWD, path); }
int unlinkat(int folder, const char *path, int flags) {
  return note_one(flags & AT_REMOVEDIR ? RMDIR : UNLINK, REAL(unlinkat)(folder, path, flags), folder, path);
}
int mkdir(const char *path, mode_t mode) { return note_one(MKDIR, REAL(mkdir)(path, mode), AT_FDCWD, path); }
int mkdirat(int folder, const char *path, mode_t mode) { return note_one(MKDIR, REAL(mkdirat)(folder, path, mode), folder, path); }
int rmdir(const char *path) { return note_one(RMDIR, REAL(rmdir)(path), AT_FDCWD, path); }

#define SYNCS(name) \
  int name(int fd) { \
    uint64_t since = log_fd >= 0 ? noted() : 0; \
    int result = REAL(name)(fd); \
    if (result == 0) note_sync(fd, since); \
    return result; \
  }
SYNCS(fsync)
SYNCS(fdatasync)
static void note_all(uint64_t since) {
  if (log_fd >= 0) note((struct record){.op = SYNC_ALL, .since = since}, NULL, NULL, NULL, 0);
}
void sync(void) {
  uint64_t since = log_fd >= 0 ? noted() : 0;
  REAL(sync)();
  note_all(since);
}
int syncfs(int fd) {
  uint64_t since = log_fd >= 0 ? noted() : 0;
  int result = REAL(syncfs)(fd);
  if (result == 0) note_all(since);
  return result;
}
