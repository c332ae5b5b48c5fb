// Package database opens the connections of the database, stores the statements they prepare, and answers queries of hooks.
//
// Preparing a statement takes several times as long as running it, also for the records that PocketBase itself reads and writes. PocketBase
// opens a pool of connections for readers and one connection for writers. Its pool looks up the user of each call, so hooks that waited for the
// same connections would hold their virtual machines meanwhile: they have a pool of their own.
//
//	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: database.Connect})
//	reader := database.NewReader(filepath.Join(app.DataDir(), "data.db"))
//	defer reader.Close()
//	text, err := reader.Text("SELECT count(*) FROM users WHERE role = {:role}", map[string]any{"role": "admin"})
package database

import (
	"context"
	"database/sql"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// pragmas are PocketBase's own with four differences. Commits are synchronous, so that a power failure loses none. A connection adds 500 KB to
// the page cache instead of 32 MB; the memory used is more than double, because a page of 4 KB is allocated in powers of two. The operating
// system caches the file as well. A commit copies the log to the database at 4,000 pages instead of 1,000 (CheckpointWhenIdle). Deleted data
// are overwritten with zeros, so that erased personal data leave the file.
// The timeout comes first, because the other settings may wait for another process.
const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)" +
	"&_pragma=wal_autocheckpoint(4000)&_pragma=foreign_keys(ON)&_pragma=secure_delete(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-500)&_defensive=1"

// Connect opens a database; it is PocketBase's DBConnect. Connections are opened on demand.
func Connect(path string) (*dbx.DB, error) {
	db, err := sql.Open(driverName, path+pragmas)
	if err != nil {
		return nil, err
	}
	return dbx.NewFromDB(db, "sqlite"), nil
}

// Connections of PocketBase's pools. Calls look up their user with those of data.db before they enter a virtual machine: with four or more, 256
// parallel readers would occupy more virtual machines than memory has room for.
const (
	DataConnections = 3
	LogConnections  = 2
)

const (
	// writerPoll is the time between two looks at the writing connection.
	writerPoll = 2 * time.Millisecond
	// maxYield is the longest time that long work waits for other writers.
	maxYield = 60 * time.Millisecond
)

// YieldToWriters waits between two chunks of long work until no other call writes, or maxYield has passed. Go gives the only writing
// connection to a random waiting call: without this pause, long work would get it as often as all other calls together.
func YieldToWriters(app core.App) {
	yield(app.NonconcurrentDB().(*dbx.DB).DB())
}

func yield(writers *sql.DB) {
	for until := time.Now().Add(maxYield); writers.Stats().InUse > 0 && time.Now().Before(until); {
		time.Sleep(writerPoll)
	}
}

// background is the context of queries, which have no timeout: exports and repairs take as long as the data need.
var background = context.Background()
