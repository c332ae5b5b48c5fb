// Package datadir protects the data directory before the server opens its databases: a directory has one server, and a damaged log
// does not stop the start.
package datadir

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// patience is the wait for a server that is being stopped.
const patience = 3 * time.Second

// errHeld reports that another process holds the lock.
var errHeld = errors.New("lock is held")

// Lock creates the directory if it is missing, and locks it until the process ends; a killed process leaves no lock. The error is a message
// for the operator. A file system without locks gets a warning instead.
func Lock(dir string, warn func(message string)) error {
	// Commands report a directory that they cannot use.
	if os.MkdirAll(dir, 0o700) != nil || !isWritable(dir) {
		return nil
	}
	err := lock(dir)
	for end := time.Now().Add(patience); errors.Is(err, errHeld) && time.Now().Before(end); err = lock(dir) {
		time.Sleep(50 * time.Millisecond)
	}
	if errors.Is(err, errHeld) {
		return fmt.Errorf("Ya hay un servidor con esta misma carpeta: %s. Deténgalo antes de arrancar otro.", dir)
	}
	if err != nil && !errors.Is(err, os.ErrPermission) {
		warn(fmt.Sprintf("La carpeta %s está en un disco sin bloqueos (%v): cuide que la use un solo servidor.", dir, err))
	}
	return nil
}
