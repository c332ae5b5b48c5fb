package datadir

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// logName is the database of the server's log.
	logName = "auxiliary.db"
	// checkTime limits the check, so that a large log does not delay the start. The header and the schema are always checked.
	checkTime = 200 * time.Millisecond
)

// SetAsideDamagedLog renames a damaged log: auxiliary.db → auxiliary.db.damaged-20261128T224500Z. The server then creates a new one. It
// returns a message for the operator; "" if the log is not damaged. The directory must be locked.
func SetAsideDamagedLog(dir string) (string, error) {
	path := filepath.Join(dir, logName)
	if _, err := os.Stat(path); err != nil || !isDamaged(path) {
		return "", nil
	}
	name := logName + time.Now().UTC().Format(".damaged-20060102T150405Z")
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, filepath.Join(dir, name+suffix)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("El registro %s está dañado y no se pudo apartar: %w", path, err)
		}
	}
	return fmt.Sprintf("El registro %s estaba dañado. Se guardó como %s y se empezó uno nuevo. Los demás datos no cambiaron.", logName, name), nil
}

// isDamaged returns whether SQLite reports damage. Other errors, such as missing permissions, are left to the server.
func isDamaged(path string) bool {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return false
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	var result string
	err = db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result)
	if failure := (*sqlite.Error)(nil); errors.As(err, &failure) {
		code := failure.Code() & 0xff
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return err == nil && result != "ok"
}
