package backup

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// databaseName is the name of the database in a data directory, and in an archive.
const databaseName = "data.db"

// manifest is the part of an archive's first entry that this package reads.
type manifest struct {
	Product string `json:"product"`
	Layout  int    `json:"layout"`
	// Migration is the newest migration that was applied to the database.
	Migration string `json:"migration"`
	// Entries is the number of entries between this one and the checksums.
	Entries int `json:"entries"`
	// Counts holds the number of rows of some tables.
	Counts map[string]int64 `json:"counts"`
	text   string
}

// openDatabase opens a database file with one connection of its own. Never open a live database as a file: closing it would drop SQLite's locks.
// Without secure_delete, VACUUM INTO leaves texts in unused parts of pages, which the server of a restored copy could not erase.
func openDatabase(path, mode string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	address := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path)}
	db, err := sql.Open("sqlite", address.String()+"?_pragma=busy_timeout(10000)&_pragma=temp_store(MEMORY)&_pragma=secure_delete(ON)&mode="+mode)
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// unpack reads an archive. create returns the target of an entry; nil only computes its checksum. onManifest may refuse the archive.
func unpack(from *source, create func(path string) (io.WriteCloser, error), onManifest func(manifest) error) (manifest, error) {
	var found manifest
	entries := -1
	err := readArchive(from, func(path string, content io.Reader) error {
		entries++
		if entries == 0 {
			text, err := io.ReadAll(io.LimitReader(content, maxTextSize))
			if err != nil {
				return err
			}
			if path != manifestName || json.Unmarshal(text, &found) != nil {
				return &invalid{"broken", manifestName}
			}
			found.text = string(text)
			return onManifest(found)
		}
		if !isArchived(path) {
			return &invalid{"broken", path}
		}
		out, err := create(path)
		if err != nil || out == nil {
			return err
		}
		_, err = io.Copy(out, content)
		if closed := out.Close(); err == nil {
			err = closed
		}
		return err
	})
	if err == nil && entries != found.Entries {
		err = &invalid{"broken", "entries"}
	}
	return found, err
}

// isArchived reports whether an archive may contain a path: the database, or the file of a record (storage/collection/record/name).
func isArchived(path string) bool {
	parts := strings.Split(path, "/")
	return path == databaseName || len(parts) == 4 && parts[0] == "storage" && !slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || part == "." || part == ".." || len(part) > 255 || strings.Contains(part, "\x00")
	})
}

// verify checks that a database is intact and has the rows of its manifest.
func verify(ctx context.Context, db *sql.DB, found manifest) error {
	var answer string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return &invalid{"integrity", answer}
	}
	for table, expected := range found.Counts {
		var count int64
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+quote(table)).Scan(&count); err != nil {
			return err
		}
		if count != expected {
			return &invalid{"integrity", fmt.Sprintf("%s: %d de %d", table, count, expected)}
		}
	}
	return nil
}

// quote returns an identifier of SQL.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
