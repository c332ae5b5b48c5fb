// Package storage reads and writes the files of records, on the disk or on S3, as the settings of the app say.
//
// PocketBase's own file system waits for S3 without limit. Here each call has a deadline, and after a service did not respond, calls fail immediately
// for a while instead of waiting for it again.
//
//	files := storage.New(app)
//	err := files.Write("collection/record/a.pdf", file, "")
//	content, err := files.Read("collection/record/a.pdf", 0)
package storage

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
)

var callTimeout = 10 * time.Second

const (
	readTimeout = 15 * time.Second
	// probeTimeout is short, because a server waits for it to start.
	probeTimeout = 8 * time.Second
	// uploadRate is the number of bytes a second that a service accepts at least.
	uploadRate = 256 << 10
	maxOpen    = time.Hour // of a file that a caller does not close
	// backoff is the time in which calls fail immediately.
	backoff = 15 * time.Second
	// probeName is the file that is written and read to check a service.
	probeName = "prueba.txt"
)

// Storage is the files of an app's records.
type Storage struct {
	app core.App
	// silentUntil is the end of the backoff; zero after a call that was answered.
	mutex       sync.Mutex
	silentUntil time.Time
}

// New returns the files of an app. It makes S3 calls of the whole process refuse redirects: a service has none, but the page of a proxy does.
func New(app core.App) *Storage {
	http.DefaultClient.CheckRedirect = func(*http.Request, []*http.Request) error { return errors.New("the response is a redirect") }
	return &Storage{app: app}
}

func (s *Storage) isRemote() bool { return s.app.Settings().S3.Enabled }

// Read returns the first maxBytes bytes of a file, or all if it is 0; nil if there is no such file.
func (s *Storage) Read(path string, maxBytes int64) (any, error) {
	return s.read(context.Background(), path, maxBytes)
}

func (s *Storage) read(ctx context.Context, path string, maxBytes int64) (any, error) {
	file, err := s.open(ctx, path)
	if file == nil || err != nil {
		return nil, err
	}
	defer file.Close()
	var from io.Reader = file
	if maxBytes > 0 {
		from = io.LimitReader(file, maxBytes)
	}
	return io.ReadAll(from)
}

// Open opens a file; nil if there is no such file.
func (s *Storage) Open(path string) (*File, error) { return s.open(context.Background(), path) }

func (s *Storage) open(ctx context.Context, path string) (*File, error) {
	file := &File{storage: s}
	file.ctx, file.cancel = context.WithTimeout(ctx, maxOpen)
	err := file.inTime(func() error {
		return s.call(file.ctx, "GET", 0, func(system *filesystem.System) (err error) {
			file.reader, err = system.GetReader(path)
			return err
		})
	})
	if err != nil {
		file.cancel()
		return nil, ignoreMissing(err)
	}
	return file, nil
}

// Write writes a file. An empty mediaType is detected from the content.
func (s *Storage) Write(path string, file *filesystem.File, mediaType string) error {
	return s.write(context.Background(), path, file, mediaType)
}

func (s *Storage) write(ctx context.Context, path string, file *filesystem.File, mediaType string) error {
	timeout := callTimeout + time.Duration(file.Size/uploadRate+1)*time.Second
	return s.call(ctx, "PUT", timeout, func(system *filesystem.System) error {
		in, err := file.Reader.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		// One call takes the whole file, because uploads in parts need more permissions.
		out, err := system.NewWriter(path, &blob.WriterOptions{ContentType: mediaType, BufferSize: int(file.Size) + 1})
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		if err = errors.Join(err, out.Close()); err != nil || !s.isRemote() {
			return err
		}
		// The page of a proxy may answer any call with success.
		stored, err := system.Attributes(path)
		if err == nil && stored.Size != file.Size {
			err = errors.New("the service did not store the file")
		}
		return err
	})
}

// Copy copies a file. It returns false if there is no such file.
func (s *Storage) Copy(from, to string) (bool, error) {
	err := s.call(context.Background(), "PUT", callTimeout, func(system *filesystem.System) error { return system.Copy(from, to) })
	return err == nil, ignoreMissing(err)
}

// Remove deletes a file, if there is one.
func (s *Storage) Remove(path string) error {
	err := s.call(context.Background(), "DELETE", callTimeout, func(system *filesystem.System) error { return system.Delete(path) })
	return ignoreMissing(err)
}

// Settle writes files, their attributes and their names to the disk, so that they survive a power loss.
func (s *Storage) Settle(paths []string) error {
	if s.isRemote() {
		return nil
	}
	for _, path := range paths {
		path = filepath.Join(s.app.DataDir(), core.LocalStorageDirName, path)
		for _, each := range []string{path, path + ".attrs", filepath.Dir(path)} {
			if err := syncFile(each); err != nil && !(each != path && errors.Is(err, os.ErrNotExist)) {
				return err
			}
		}
	}
	return nil
}

func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}

// Health returns good or away for S3; empty for the disk.
func (s *Storage) Health() string {
	if !s.isRemote() {
		return ""
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.silentUntil.IsZero() {
		return "good"
	}
	return "away"
}

// IsAvailable returns whether the files can be read. If a backoff has ended, it makes a call.
func (s *Storage) IsAvailable() bool {
	if s.Health() != "away" {
		return true
	}
	_, err := s.Read(probeName, 1)
	return !isUnavailable(err)
}

// Probe writes and reads a file.
func (s *Storage) Probe() error {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	file, err := filesystem.NewFileFromBytes([]byte("1"), probeName)
	if err != nil {
		return err
	}
	if err := s.write(ctx, probeName, file, ""); err != nil {
		return err
	}
	content, err := s.read(ctx, probeName, 2)
	if text, _ := content.([]byte); err == nil && string(text) != "1" {
		err = &Error{Message: "S3: GET 404", Code: "refused"}
	}
	return err
}
