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
	// files, attributes and lost count the files that records name; size is the number of bytes of the first two and
	// of the database.
	files, attributes, lost int
	size                    int64
}

func takeSnapshot(ctx context.Context, root *os.Root, withFiles bool, report func(done, total int64)) (*snapshot, error) {
	if err := root.MkdirAll(linkPath, 0o700); err != nil {
		return nil, err
	}
	missing := map[string]bool{}
	for attempt := 1; ; attempt++ {
		taken := &snapshot{root: root}
		if err := taken.copyDatabase(ctx); err != nil {
			return nil, err
		}
		if !withFiles {
			return taken, nil
		}
		stillMissing, isNew, err := taken.linkFiles(ctx, missing, report)
		if err == nil && (!isNew || attempt == maxSnapshots) {
			return taken, nil
		}
		missing = stillMissing
		if err = errors.Join(err, taken.db.Close(), root.Remove(copyPath)); err != nil {
			return nil, err
		}
	}
}

func (s *snapshot) copyDatabase(ctx context.Context) error {
	live, err := openDatabase(filepath.Join(s.root.Name(), databaseName), "ro")
	if err != nil {
		return err
	}
	defer live.Close()
	path := filepath.Join(s.root.Name(), copyPath)
	if _, err := live.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.size = info.Size()
	opened, err := openDatabase(path, "ro")
	s.db = dbx.NewFromDB(opened, "sqlite")
	return err
}

// linkFiles links the files of the copied database. It returns the missing ones, and whether one of them was not missing before.
func (s *snapshot) linkFiles(ctx context.Context, before map[string]bool, report func(done, total int64)) (map[string]bool, bool, error) {
	var total, done int64
	if err := s.each(ctx, func(string, string) error { total++; return nil }); err != nil {
		return nil, false, err
	}
	missing, isNew := map[string]bool{}, false
	err := s.each(ctx, func(path, link string) error {
		done++
		report(done, total)
		size, err := linkOrCopy(s.root, path, link)
		if errors.Is(err, fs.ErrNotExist) {
			missing[path] = true
			isNew = isNew || !before[path]
			s.lost++
			return nil
		}
		s.files++
		s.size += size
		if err == nil {
			size, err = linkOrCopy(s.root, path+attributesSuffix, link+attributesSuffix)
		}
		if err == nil {
			s.attributes++
			s.size += size
		}
		return ignoreMissing(err)
	})
	return missing, isNew, err
}

// each calls each for every file that a record names, with its path and its second name.
func (s *snapshot) each(ctx context.Context, each func(path, link string) error) error {
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
			return each(path, linkPath+"/"+hex.EncodeToString(hash[:]))
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
