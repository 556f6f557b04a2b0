/* Preloaded by the rig: answers for a dma-heap that the kernel does not have, with anonymous files.
 *
 * Opening anything under /dev/dma_heap/ gives a harmless descriptor. Asking one for memory gives a memfd of the size wanted. The
 * calls that name a buffer or announce access to it succeed and do nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char heaps[] = "/dev/dma_heap/";

static const char *file_for(const char *path)
{
	return path && strncmp(path, heaps, sizeof heaps - 1) == 0 ? "/dev/null" : path;
}

static mode_t mode_of(int flags, va_list rest)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN_LIKE(name)                                                                 \
	int name(const char *path, int flags, ...)                                      \
	{                                                                               \
		int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);          \
		va_list rest;                                                           \
		va_start(rest, flags);                                                  \
		mode_t mode = mode_of(flags, rest);                                     \
		va_end(rest);                                                           \
		return next(file_for(path), flags, mode);                               \
	}

#define OPENAT_LIKE(name)                                                               \
	int name(int folder, const char *path, int flags, ...)                          \
	{                                                                               \
		int (*next)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #name);     \
		va_list rest;                                                           \
		va_start(rest, flags);                                                  \
		mode_t mode = mode_of(flags, rest);                                     \
		va_end(rest);                                                           \
		return next(folder, file_for(path), flags, mode);                       \
	}

OPEN_LIKE(open)
OPEN_LIKE(open64)
OPENAT_LIKE(openat)
OPENAT_LIKE(openat64)

/* What the checked builds of the C library call. */
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }

static int anonymous(struct dma_heap_allocation_data *wanted)
{
	int file = memfd_create("dma-heap", MFD_CLOEXEC);
	if (file < 0)
		return -1;
	if (ftruncate(file, wanted->len) < 0) {
		close(file);
		return -1;
	}
	wanted->fd = file;
	return 0;
}

int ioctl(int file, unsigned long request, ...)
{
	int (*next)(int, unsigned long, void *) = dlsym(RTLD_NEXT, "ioctl");
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	/* Python passes the number with its sign stretched over 64 bits. */
	switch ((uint32_t)request) {
	case (uint32_t)DMA_HEAP_IOCTL_ALLOC:
		return anonymous(argument);
	case (uint32_t)DMA_BUF_IOCTL_SYNC:
	case (uint32_t)DMA_BUF_SET_NAME_A:
	case (uint32_t)DMA_BUF_SET_NAME_B:
		return 0;
	default:
		return next(file, (uint32_t)request, argument);
	}
}
