package storage

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// service is an S3 service with one bucket. Its answer, if there is one, is given to all calls.
type service struct {
	mutex  sync.Mutex
	files  map[string][]byte
	answer func(w http.ResponseWriter, r *http.Request)
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.answer != nil {
		s.answer(w, r)
		return
	}
	key := strings.TrimPrefix(r.URL.Path, "/bucket/")
	from, _ := url.PathUnescape(r.Header.Get("x-amz-copy-source"))
	content, isThere := s.files[strings.TrimPrefix(from, "bucket/")]
	if from == "" {
		content, isThere = s.files[key]
	}
	switch {
	case r.Method == "PUT" && from == "":
		s.files[key], _ = io.ReadAll(r.Body)
		w.Header().Set("ETag", `"1"`)
	case r.Method == "DELETE":
		delete(s.files, key)
		w.WriteHeader(http.StatusNoContent)
	case !isThere:
		refuse(http.StatusNotFound, "NoSuchKey")(w, r)
	case r.Method == "PUT":
		s.files[key] = content
		fmt.Fprint(w, "<CopyObjectResult></CopyObjectResult>")
	default:
		w.Header().Set("Content-Type", "application/pdf")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}
}

func refuse(status int, code string) func(w http.ResponseWriter, r *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		if code != "" {
			fmt.Fprintf(w, "<Error><Code>%s</Code><Message>No.</Message></Error>", code)
		}
	}
}

// newStorage returns the files of an app on a disk, or on an S3 service.
func newStorage(t *testing.T, s3 *service) *Storage {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.ClearBootstrap() })
	if s3 != nil {
		server := httptest.NewServer(s3)
		t.Cleanup(server.Close)
		settings := &app.Settings().S3
		settings.Enabled, settings.Endpoint, settings.Bucket, settings.ForcePathStyle = true, server.URL, "bucket", true
		settings.Region, settings.AccessKey, settings.Secret = "us-east-1", "key", "secret"
	}
	return New(app)
}

func newFile(t *testing.T, content string) *filesystem.File {
	file, err := filesystem.NewFileFromBytes([]byte(content), "a.pdf")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStorage(t *testing.T) {
	for place, s3 := range map[string]*service{"disk": nil, "S3": {files: map[string][]byte{}}} {
		t.Run(place, func(t *testing.T) {
			files := newStorage(t, s3)
			read := func(path string, maxBytes int64) string {
				content, err := files.Read(path, maxBytes)
				return strings.TrimSuffix(fmt.Sprintf("%s %v", content, err), " <nil>")
			}
			long := strings.Repeat("0123456789", 2_000_000)
			for path, content := range map[string]string{"c/r/a.pdf": "%PDF-1.7 á", "c/r/long": long} {
				if err := files.Write(path, newFile(t, content), ""); err != nil {
					t.Fatal(path, err)
				}
			}
			if err := files.Settle([]string{"c/r/a.pdf", "c/r/long"}); err != nil {
				t.Error(err)
			}
			if found := read("c/r/a.pdf", 0) + "|" + read("c/r/long", 12) + "|" + read("c/r/none", 0); found != "%PDF-1.7 á|012345678901|%!s(<nil>)" {
				t.Error(found)
			}
			if read("c/r/long", 0) != long {
				t.Error("the long file differs")
			}
			if isThere, err := files.Copy("c/r/a.pdf", "c/s/b.pdf"); !isThere || err != nil || read("c/s/b.pdf", 0) != "%PDF-1.7 á" {
				t.Error(isThere, err)
			}
			if isThere, err := files.Copy("c/r/none", "c/s/c.pdf"); isThere || err != nil {
				t.Error(isThere, err)
			}
			if err := files.Remove("c/s/b.pdf"); err != nil || read("c/s/b.pdf", 0) != "%!s(<nil>)" {
				t.Error(err)
			}
			if err := files.Remove("c/s/b.pdf"); err != nil {
				t.Error(err)
			}
			if file, err := files.Open("c/r/none"); file != nil || err != nil {
				t.Error(file, err)
			}
			file, err := files.Open("c/r/a.pdf")
			if err != nil {
				t.Fatal(err)
			}
			response, request := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
			request.Header.Set("Range", "bytes=1-3")
			file.Serve(response, request)
			if response.Code != http.StatusPartialContent || response.Body.String() != "PDF" || response.Header().Get("Content-Type") != "application/pdf" {
				t.Error(response.Code, response.Body, response.Header())
			}
			if health := files.Health(); health != map[string]string{"S3": "good"}[place] || !files.IsAvailable() {
				t.Error(health)
			}
			if err := files.Probe(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSettleNeedsTheFile(t *testing.T) {
	if err := newStorage(t, nil).Settle([]string{"c/r/none"}); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Sign in</html>") }
	cut := func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		answer        func(w http.ResponseWriter, r *http.Request)
		isUnavailable bool
		code          string
		message       string
	}{
		"no bucket":     {refuse(404, "NoSuchBucket"), true, "NoSuchBucket", "S3: PUT 404 NoSuchBucket (bucket)"},
		"no rights":     {refuse(403, "InvalidAccessKeyId"), true, "InvalidAccessKeyId", "S3: PUT 403 InvalidAccessKeyId (bucket)"},
		"no file":       {refuse(400, "InvalidRequest"), false, "refused", "S3: PUT 400 InvalidRequest (bucket)"},
		"too many":      {refuse(429, ""), true, "", "S3: PUT 429  (bucket)"},
		"slow":          {refuse(403, "SlowDown"), true, "", "S3: PUT 403 SlowDown (bucket)"},
		"gateway":       {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>502</html>", 502) }, true, "", "S3: PUT 502  (bucket)"},
		"wrong address": {refuse(401, ""), true, "none", "S3: PUT 401  (bucket)"},
		"a proxy":       {page, true, "", "S3: PUT: the service did not store the file"},
		"a redirect":    {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", 302) }, true, "", "redirect"},
		"no answer":     {cut, true, "", "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			s3 := &service{files: map[string][]byte{"prueba.txt": []byte("1")}, answer: test.answer}
			files := newStorage(t, s3)
			err := files.Probe()
			failed, _ := err.(*Error)
			if failed == nil || failed.IsUnavailable != test.isUnavailable || failed.Code != test.code || !strings.Contains(failed.Message, test.message) {
				t.Fatalf("%+v", err)
			}
			if health := files.Health(); health != map[bool]string{true: "away", false: "good"}[test.isUnavailable] {
				t.Error(health)
			}
		})
	}
}

func TestBackoff(t *testing.T) {
	s3 := &service{files: map[string][]byte{}, answer: refuse(503, "")}
	files := newStorage(t, s3)
	if err := files.Remove("c/r/a"); !isUnavailable(err) {
		t.Error(err)
	}
	s3.answer = nil
	if err := files.Remove("c/r/a"); err == nil || err.Error() != "S3 did not answer a moment ago" || files.IsAvailable() {
		t.Error(err)
	}
	files.silentUntil = time.Now().Add(-time.Second)
	if files.Health() != "away" || !files.IsAvailable() || files.Health() != "good" {
		t.Error("the service is away")
	}
	// A service that refuses one file is available.
	s3.answer = refuse(400, "InvalidRequest")
	files.silentUntil = time.Now().Add(-time.Second)
	if err := files.Remove("c/r/a"); err == nil || files.Health() != "good" {
		t.Error(err)
	}
}

func TestTimeout(t *testing.T) {
	hangs := make(chan bool)
	s3 := &service{files: map[string][]byte{}, answer: func(http.ResponseWriter, *http.Request) { <-hangs }}
	files := newStorage(t, s3)
	defer close(hangs)
	defer func(before time.Duration) { callTimeout = before }(callTimeout)
	callTimeout = 10 * time.Millisecond
	if err := files.Remove("c/r/a"); !isUnavailable(err) {
		t.Error(err)
	}
}
