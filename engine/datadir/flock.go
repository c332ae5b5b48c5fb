//go:build unix

package datadir

import (
	"errors"
	"syscall"
)

// isWritable returns whether files may be created in a directory.
func isWritable(dir string) bool {
	const canWrite = 2
	return syscall.Access(dir, canWrite) == nil
}

// lock locks the directory itself, so that no file is left in it. It opens the directory with syscall, because the garbage collector closes
// unused files of package os, which would release the lock.
func lock(dir string) error {
	file, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if err = syscall.Flock(file, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = syscall.Close(file)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
