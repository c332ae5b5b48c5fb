package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
)

// Error is a failed call of S3.
type Error struct {
	Message string
	// IsUnavailable is set if the call may succeed later: the service does not respond, or refuses the account or the bucket, not this file.
	IsUnavailable bool
	// Code is the reason of a service that refuses the account or the bucket, or none; empty for other errors.
	Code string
}

func (e *Error) Error() string { return e.Message }

func isUnavailable(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.IsUnavailable
}

var (
	// statusPattern finds status and code in an error of PocketBase, whose type is internal: «404 NoSuchKey: The specified key …».
	statusPattern    = regexp.MustCompile(`(?m)(?:^|: |\] )(\d{3}) (\w+)`)
	temporaryPattern = regexp.MustCompile(`Timeout|SlowDown`)
	// accountPattern finds codes that concern the account or the bucket.
	accountPattern = regexp.MustCompile(`Token|Authori[sz]ation|AccessKey|Signature|Skewed|Bucket|Security|Account`)
)

// call makes a call with a timeout, if it is not 0. Errors of the disk are returned as they are.
func (s *Storage) call(ctx context.Context, method string, timeout time.Duration, work func(system *filesystem.System) error) error {
	system, err := s.app.NewFilesystem()
	if err != nil {
		return err
	}
	defer system.Close()
	if !s.isRemote() {
		return work(system)
	}
	wasSilent, err := s.begin()
	if err != nil {
		return err
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	system.SetContext(ctx)
	return s.end(method, work(system), wasSilent)
}

// begin refuses a call during a backoff. Afterwards it lets one call pass.
func (s *Storage) begin() (wasSilent bool, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := time.Now()
	if s.silentUntil.After(now) {
		return true, &Error{Message: "S3 did not answer a moment ago", IsUnavailable: true}
	}
	if wasSilent = !s.silentUntil.IsZero(); wasSilent {
		s.silentUntil = now.Add(backoff)
	}
	return wasSilent, nil
}

// end begins or ends a backoff, and returns an Error, or filesystem.ErrNotFound.
func (s *Storage) end(method string, err error, wasSilent bool) error {
	if err != nil {
		err = s.describe(method, err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if isUnavailable(err) {
		s.silentUntil = time.Now().Add(backoff)
	} else if wasSilent {
		s.silentUntil = time.Time{}
	}
	return err
}

// describe logs an error of S3, and returns it as an Error, or as filesystem.ErrNotFound.
func (s *Storage) describe(method string, err error) error {
	failed := s.classify(method, err)
	if failed == nil {
		return filesystem.ErrNotFound
	}
	s.app.Logger().Error("files", "error", failed.Message)
	return failed
}

// classify returns nil if a file is missing.
func (s *Storage) classify(method string, err error) *Error {
	found := statusPattern.FindStringSubmatch(err.Error())
	if found == nil {
		return &Error{Message: fmt.Sprintf("S3: %s: %v", method, err), IsUnavailable: true}
	}
	status, _ := strconv.Atoi(found[1])
	code := found[2]
	if code == "S3ResponseError" {
		code = ""
	}
	if status == http.StatusNotFound && code == "NoSuchKey" {
		return nil
	}
	failed := &Error{Message: fmt.Sprintf("S3: %s %d %s (%s)", method, status, code, s.app.Settings().S3.Bucket)}
	switch {
	case status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || temporaryPattern.MatchString(code):
		failed.IsUnavailable = true
	case status == http.StatusUnauthorized || status == http.StatusNotFound || accountPattern.MatchString(code):
		failed.IsUnavailable, failed.Code = true, code
		if code == "" {
			failed.Code = "none"
		}
	default:
		failed.Code = "refused"
	}
	return failed
}

func ignoreMissing(err error) error {
	if errors.Is(err, filesystem.ErrNotFound) {
		return nil
	}
	return err
}

// File is an open file. Each read of it has a deadline.
type File struct {
	storage *Storage
	reader  *blob.Reader
	ctx     context.Context
	cancel  context.CancelFunc
}

// inTime cancels the file if work takes too long.
func (f *File) inTime(work func() error) error {
	timer := time.AfterFunc(readTimeout, f.cancel)
	defer timer.Stop()
	return work()
}

// Read reads the next bytes.
func (f *File) Read(p []byte) (n int, err error) {
	err = f.inTime(func() error { n, err = f.reader.Read(p); return err })
	if err != nil && err != io.EOF && f.storage.isRemote() {
		err = f.storage.end("GET", err, false)
	}
	return n, err
}

// Seek moves to an offset.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.reader.Seek(offset, whence) }

// Close ends the connection.
func (f *File) Close() error {
	defer f.cancel()
	return f.reader.Close()
}

// Serve answers a call with the file, or with the range that it asks for, and closes the file.
func (f *File) Serve(response http.ResponseWriter, request *http.Request) {
	defer f.Close()
	if response.Header().Get("Content-Type") == "" {
		response.Header().Set("Content-Type", f.reader.ContentType())
	}
	http.ServeContent(response, request, "", f.reader.ModTime(), f)
}
