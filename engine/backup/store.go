package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
)

// storeTimeout is the timeout for deleting an archive, and for a text beside the archives. Only the caller waits.
const storeTimeout = 30 * time.Second

// maxStoredTextSize is the maximum size of a text that is read, in bytes.
const maxStoredTextSize = 64 << 20

// upload sends the draft in few parts, because S3 accepts 10,000 and each is in memory.
func (m *making) upload(size int64) error {
	m.report("upload", 0, size)
	file, err := m.root.Open(m.draft)
	if err != nil {
		return err
	}
	defer m.root.Remove(m.draft)
	defer file.Close()
	options := &blob.WriterOptions{ContentType: "application/x-tar", BufferSize: max(8<<20, int(size/9_000)), MaxConcurrency: 2}
	out, err := m.store.NewWriter(m.Name, options)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, m.read("upload", file, size))
	return errors.Join(err, out.Close())
}

// verify reads the archive from where it is stored, and opens its database.
func (m *making) verify(size int64) error {
	var in io.ReadCloser
	var err error
	if m.isRemote {
		in, err = m.store.GetReader(m.Name)
	} else {
		in, err = m.root.Open(m.draft)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	const opened = workName + "/opened.db"
	found, err := unpack(m.read("check", in, size), func(path string) (io.WriteCloser, error) {
		if path != databaseName {
			return nil, nil
		}
		return m.root.Create(opened)
	}, func(manifest) error { return nil })
	if err != nil {
		return err
	}
	db, err := openDatabase(filepath.Join(m.root.Name(), opened), "rw")
	if err != nil {
		return err
	}
	defer db.Close()
	return verify(m.ctx, db, found)
}

// prune deletes old archives and returns those that remain, last name first.
func (m *making) prune() ([]Archive, error) {
	pattern, err := regexp.Compile(m.Pattern)
	if err != nil {
		return nil, err
	}
	prefix, _ := pattern.LiteralPrefix()
	listed, err := m.store.List(prefix)
	if err != nil {
		return nil, err
	}
	archives := []Archive{}
	for _, file := range listed {
		if pattern.FindString(file.Key) == file.Key {
			archives = append(archives, Archive{file.Key, file.Size})
		}
	}
	slices.SortFunc(archives, func(a, b Archive) int { return strings.Compare(b.Name, a.Name) })
	for len(archives) > m.Keep {
		oldest := archives[len(archives)-1].Name
		if err := m.store.Delete(oldest); err != nil {
			// The new archive is good; the next job tries again.
			slog.Warn("no se pudo borrar la copia de seguridad más antigua", "name", oldest, "error", err)
			break
		}
		archives = archives[:len(archives)-1]
	}
	return archives, nil
}

// Delete deletes an archive. It is no error if the disk has none; S3 reports none.
func (m *Maker) Delete(name string) error {
	return m.withStore(func(store *filesystem.System) error {
		err := store.Delete(name)
		if !m.app.Settings().Backups.S3.Enabled && errors.Is(err, filesystem.ErrNotFound) {
			return nil
		}
		return err
	})
}

// ReadText returns a text that is stored beside the archives; an empty one if there is none. It is an error if the text exceeds maxStoredTextSize.
func (m *Maker) ReadText(name string) (string, error) {
	var text []byte
	err := m.withStore(func(store *filesystem.System) error {
		in, err := store.GetReader(name)
		if err != nil {
			if errors.Is(err, filesystem.ErrNotFound) {
				return nil
			}
			return err
		}
		defer in.Close()
		text, err = io.ReadAll(io.LimitReader(in, maxStoredTextSize+1))
		if err == nil && len(text) > maxStoredTextSize {
			text, err = nil, fmt.Errorf("%s supera %d MiB", name, maxStoredTextSize>>20)
		}
		return err
	})
	return string(text), err
}

// WriteText stores a text beside the archives.
func (m *Maker) WriteText(name, text string) error {
	return m.withStore(func(store *filesystem.System) error { return store.Upload([]byte(text), name) })
}

// withStore calls work with the storage of the archives, with a deadline.
func (m *Maker) withStore(work func(*filesystem.System) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	store, err := m.app.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	store.SetContext(ctx)
	return work(store)
}
