package datadir

import "errors"

// lock is not available on Windows.
func lock(string) error { return errors.ErrUnsupported }
