package database

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"sync"
)

const (
	// maxResults is the number of stored results. Results whose keys share a place replace each other.
	maxResults = 64
	// maxResultLength is the most bytes of a stored result: more than 200 row ids.
	maxResultLength = 6 << 10
)

// results stores texts until the database changes.
type results struct {
	mutex sync.Mutex
	// watcher is the connection that reads the number of commits; nil until the first use, and after an error.
	watcher *sql.Conn
	version *sql.Stmt
	stored  [maxResults]result
}

type result struct {
	key     [sha256.Size]byte
	version int64
	text    string
}

// UntilCommit returns the stored result of a key if nothing was committed since it was computed, and that of compute otherwise. Callers that
// may see different rows must not share a key. The version is read before compute runs: a commit in between makes the result outdated immediately.
func (r *Reader) UntilCommit(key string, compute func() (string, error)) (string, error) {
	hash := sha256.Sum256([]byte(key))
	place := &r.results.stored[binary.BigEndian.Uint32(hash[:])%maxResults]
	version, found := r.results.find(r.db, hash, place)
	if found != nil {
		return *found, nil
	}
	text, err := compute()
	if err == nil && version != 0 && len(text) <= maxResultLength {
		r.results.mutex.Lock()
		*place = result{hash, version, text}
		r.results.mutex.Unlock()
	}
	return text, err
}

// find returns the current version of the database, 0 if it cannot be read, and the text that was stored under key for that version.
func (r *results) find(db *sql.DB, key [sha256.Size]byte, place *result) (version int64, text *string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	version, err := r.readVersion(db)
	if err != nil {
		r.reset()
		return 0, nil
	}
	if place.version == version && place.key == key {
		found := place.text
		return version, &found
	}
	return version, nil
}

// readVersion returns a number that changes with each commit of another connection or process. No two calls may read it at the same time: a
// statement that overlaps another one would read the older number.
func (r *results) readVersion(db *sql.DB) (version int64, err error) {
	if r.version == nil {
		if r.watcher, err = db.Conn(background); err != nil {
			return 0, err
		}
		if r.version, err = r.watcher.PrepareContext(background, "PRAGMA data_version"); err != nil {
			return 0, err
		}
	}
	err = r.version.QueryRowContext(background).Scan(&version)
	return version, err
}

// reset discards all results and the connection, because the numbers of another connection could repeat those of stored results.
func (r *results) reset() {
	if r.version != nil {
		r.version.Close()
	}
	if r.watcher != nil {
		r.watcher.Close()
	}
	r.version, r.watcher, r.stored = nil, nil, [maxResults]result{}
}

func (r *results) forget() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.reset()
}
