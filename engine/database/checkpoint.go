package database

import (
	"context"
	"database/sql"
	"time"
)

const (
	// checkpointInterval is the time between two looks at the write-ahead log.
	checkpointInterval = time.Second
	// minCheckpoint is the least number of pages that are worth two flushes of the disk. A saved draft writes 35 pages of 4 KB.
	minCheckpoint = 250
)

// CheckpointWhenIdle starts a goroutine that copies committed pages from the write-ahead log to the database while no call writes. Otherwise
// one of 28 saved drafts would do so and take several times as long. While writers leave no pause, they copy the pages as before, once the log
// has 4,000 (pragmas). The goroutine ends with ctx. Errors are ignored, because the next commit reports them.
func (r *Reader) CheckpointWhenIdle(ctx context.Context, writers *sql.DB) {
	go func() {
		ticker := time.NewTicker(checkpointInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if writers.Stats().InUse == 0 {
					r.checkpoint()
				}
			}
		}
	}()
}

// checkpoint copies the pages of the log if there are enough.
func (r *Reader) checkpoint() {
	if logged, copied, err := r.runCheckpoint("NOOP"); err == nil && logged-copied >= minCheckpoint {
		r.runCheckpoint("PASSIVE")
	}
}

// runCheckpoint returns how many pages the log has, and how many of them the database has as well.
func (r *Reader) runCheckpoint(mode string) (logged, copied int, err error) {
	var busy int
	err = r.db.QueryRow("PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &logged, &copied)
	return logged, copied, err
}
