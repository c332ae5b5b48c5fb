package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pocketbase/dbx"
)

const (
	// workName is the directory of an unfinished archive. It is in the data directory, because hard links need the same disk.
	workName = "copying"
	copyPath = workName + "/" + databaseName
	linkPath = workName + "/files"
	// attributesSuffix names the file in which PocketBase stores the media type of another file.
	attributesSuffix = ".attrs"
	// maxSnapshots limits the attempts to copy a database whose files all exist. A file that is missing twice counts as lost.
	maxSnapshots = 6
)

// snapshot is a copy of a database, and a second name (a hard link) of each file that its records name. Files that are deleted later remain in
// the archive; links need no space, and no writer waits.
type snapshot struct {
	root *os.Root
	db   *dbx.DB
	// files and lost count the files that records name; linked counts files and their attributes; size is the bytes of these and the database.
	files, linked, lost int
	size                int64
}

func takeSnapshot(ctx context.Context, root *os.Root, withFiles bool, report func(done, total int64)) (*snapshot, error) {
	if err := root.MkdirAll(linkPath, 0o700); err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	for attempt := 1; ; attempt++ {
		taken, err := copyDatabase(ctx, root)
		if err != nil || !withFiles {
			return taken, err
		}
		before, isNew := missing, false
		missing, err = taken.linkFiles(ctx, report)
		for path := range missing {
			isNew = isNew || !before[path]
		}
		if err == nil && (!isNew || attempt == maxSnapshots) {
			return taken, nil
		}
		if err = errors.Join(err, taken.db.Close(), root.Remove(copyPath)); err != nil {
			return nil, err
		}
	}
}

func copyDatabase(ctx context.Context, root *os.Root) (*snapshot, error) {
	live, err := openDatabase(filepath.Join(root.Name(), databaseName), "ro")
	if err != nil {
		return nil, err
	}
	defer live.Close()
	path := filepath.Join(root.Name(), copyPath)
	if _, err := live.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	copied, err := openDatabase(path, "ro")
	return &snapshot{root: root, db: dbx.NewFromDB(copied, "sqlite"), size: info.Size()}, err
}

// linkFiles links the files of the copied database, and returns the missing ones.
func (s *snapshot) linkFiles(ctx context.Context, report func(done, total int64)) (map[string]bool, error) {
	var total, done int64
	count := func(string, string, bool) error { total++; return nil }
	if err := s.each(ctx, count); err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	return missing, s.each(ctx, func(path, link string, isAttributes bool) error {
		done++
		report(done, total)
		size, err := linkOrCopy(s.root, path, link)
		if errors.Is(err, fs.ErrNotExist) {
			if !isAttributes {
				missing[path] = true
				s.lost++
			}
			return nil
		}
		s.linked++
		s.size += size
		if !isAttributes {
			s.files++
		}
		return err
	})
}

// each calls each for every file that a record names, and for the file of its attributes, with the path and the second name.
func (s *snapshot) each(ctx context.Context, each func(path, link string, isAttributes bool) error) error {
	var fields []struct{ ID, Name, Field string }
	err := s.db.NewQuery(`SELECT c.id, c.name, field.value ->> 'name' AS field FROM _collections c, json_each(c.fields) field
		WHERE c.type != 'view' AND field.value ->> 'type' = 'file' ORDER BY c.id`).WithContext(ctx).All(&fields)
	for _, field := range fields {
		column := "r.[[" + field.Field + "]]"
		err = errors.Join(err, s.eachRow(ctx, `SELECT r.id, file.value FROM {{`+field.Name+`}} r,
			json_each(iif(json_valid(`+column+`), `+column+`, json_array(`+column+`))) file
			WHERE `+column+` != '' AND file.value != ''`, func(record, name string) error {
			path := filesName + "/" + field.ID + "/" + record + "/" + name
			hash := sha256.Sum256([]byte(path))
			link := linkPath + "/" + hex.EncodeToString(hash[:])
			if err := each(path, link, false); err != nil {
				return err
			}
			return each(path+attributesSuffix, link+attributesSuffix, true)
		}))
	}
	return err
}

func (s *snapshot) eachRow(ctx context.Context, query string, each func(record, name string) error) error {
	rows, err := s.db.NewQuery(query).WithContext(ctx).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var record, name string
		if err := rows.Scan(&record, &name); err != nil {
			return err
		}
		if err := each(record, name); err != nil {
			return err
		}
	}
	return rows.Err()
}

// linkOrCopy gives a file a second name, unless it has it already, and returns its size. It copies the file if the disk has no links, or
// another one holds it.
func linkOrCopy(root *os.Root, from, to string) (int64, error) {
	info, err := root.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		if err = root.Link(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			err = copyFile(root, from, to)
		}
		if err == nil {
			info, err = root.Stat(to)
		}
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func copyFile(root *os.Root, from, to string) error {
	in, err := root.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := root.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
