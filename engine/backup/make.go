package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// draftSuffix ends the name of an unfinished archive on the disk.
const draftSuffix = ".part"

// making is a job at work.
type making struct {
	Job
	ctx                 context.Context
	root                *os.Root
	store               *filesystem.System
	isRemote, withFiles bool
	// draft is the path of the unfinished archive. A disk gets its final name after the verification. S3 cannot rename, so an invalid archive is
	// deleted there.
	draft  string
	report func(step string, done, total int64)
}

func (m *Maker) make(ctx context.Context, job Job, report func(step string, done, total int64)) (*Result, error) {
	report("database", 0, 0)
	root, err := os.OpenRoot(m.app.DataDir())
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := root.MkdirAll(core.LocalBackupsDirName, 0o700); err != nil {
		return nil, err
	}
	store, err := m.app.NewBackupsFilesystem()
	if err != nil {
		return nil, err
	}
	defer store.Close()
	store.SetContext(ctx)
	settings := m.app.Settings()
	making := &making{job, ctx, root, store, settings.Backups.S3.Enabled, !settings.S3.Enabled, workName + "/" + job.Name, report}
	if !making.isRemote {
		making.draft = core.LocalBackupsDirName + "/." + job.Name + draftSuffix
	}
	result, err := making.run()
	if err != nil && making.isRemote {
		// The first error counts.
		if failed := m.Delete(job.Name); failed != nil {
			err = fmt.Errorf("%w (%v)", err, failed)
		}
	}
	return result, err
}

func (m *making) run() (*Result, error) {
	text, err := m.write()
	if err != nil {
		return nil, err
	}
	info, err := m.root.Stat(m.draft)
	if err != nil {
		return nil, err
	}
	if m.isRemote {
		err = m.upload(info.Size())
	}
	if err == nil {
		err = m.verify(info.Size())
	}
	if err == nil && !m.isRemote {
		err = m.root.Rename(m.draft, core.LocalBackupsDirName+"/"+m.Name)
		err = errors.Join(err, syncFile(m.root, core.LocalBackupsDirName))
	}
	if err != nil {
		return nil, err
	}
	archives, err := m.prune()
	return &Result{Size: info.Size(), Manifest: text, Archives: archives}, err
}

// read returns a source that reports its progress.
func (m *making) read(step string, from io.Reader, total int64) *source {
	var done int64
	return &source{ctx: m.ctx, from: from, onBytes: func(n int) {
		done += int64(n)
		m.report(step, done, total)
	}}
}

// write writes the archive of a new snapshot, which it deletes afterwards, and returns the text of its manifest.
func (m *making) write() (string, error) {
	taken, err := takeSnapshot(m.ctx, m.root, m.withFiles, func(done, total int64) { m.report("files", done, total) })
	if err != nil {
		return "", err
	}
	defer m.root.RemoveAll(copyPath)
	defer m.root.RemoveAll(linkPath)
	defer taken.db.Close()
	var found string
	numbers := dbx.Params{"entries": 1 + taken.linked, "files": taken.files, "lost": taken.lost}
	if err := taken.db.NewQuery(m.Manifest).Bind(numbers).WithContext(m.ctx).Row(&found); err != nil {
		return "", err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, []byte(found+"\n"), "", "  "); err != nil {
		return "", err
	}
	out, err := m.root.OpenFile(m.draft, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer out.Close()
	archive := newArchiveWriter(out)
	content := m.read("archive", nil, taken.size)
	add := func(path, from string) error {
		file, err := m.root.Open(from)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		content.from = file
		return archive.add(path, info.Size(), content)
	}
	err = archive.add(manifestName, int64(text.Len()), strings.NewReader(text.String()))
	if err == nil {
		err = add(databaseName, copyPath)
	}
	if err == nil && m.withFiles {
		err = taken.each(m.ctx, func(path, link string, _ bool) error { return ignoreMissing(add(path, link)) })
	}
	if err == nil {
		err = errors.Join(archive.end(), out.Sync())
	}
	return text.String(), err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// syncFile writes a file, or the names in a directory, to the disk.
func syncFile(root *os.Root, path string) error {
	file, err := root.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	// Windows syncs only files that are open for writing.
	if runtime.GOOS == "windows" {
		return nil
	}
	return file.Sync()
}
