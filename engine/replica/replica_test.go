package replica

import (
	"crypto/md5"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// anS3 is an S3 service with one bucket in memory: it stores, returns, lists and deletes objects, and respects conditions.
type anS3 struct {
	mutex             sync.Mutex
	objects           map[string][]byte
	written           map[string]time.Time
	ignoresConditions bool
}

func (s *anS3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/replica"), "/")
	stored, exists := s.objects[key]
	tag := fmt.Sprintf(`"%x"`, md5.Sum(stored))
	switch {
	case r.Method == http.MethodPut:
		match, none := r.Header.Get("If-Match"), r.Header.Get("If-None-Match")
		if !s.ignoresConditions && (match != "" && match != tag || none == "*" && exists) {
			w.WriteHeader(http.StatusPreconditionFailed)
			return
		}
		content, err := io.ReadAll(r.Body)
		if err != nil || int64(len(content)) != r.ContentLength {
			return
		}
		s.objects[key], s.written[key] = content, time.Now()
		w.Header().Set("ETag", fmt.Sprintf(`"%x"`, md5.Sum(s.objects[key])))
	case r.Method == http.MethodGet && key == "":
		fmt.Fprint(w, "<ListBucketResult>")
		for name := range s.objects {
			if strings.HasPrefix(name, r.URL.Query().Get("prefix")) {
				fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>%d</Size></Contents>", name, len(s.objects[name]))
			}
		}
		fmt.Fprint(w, "</ListBucketResult>")
	case !exists:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<Error><Code>NoSuchKey</Code></Error>")
	default:
		w.Header().Set("ETag", tag)
		w.Header().Set("Last-Modified", s.written[key].UTC().Format(http.TimeFormat))
		_, _ = w.Write(stored)
	}
}

// newS3 returns a service, and the environment that names it.
func newS3(t *testing.T) (*anS3, func(string) string) {
	service := &anS3{objects: map[string][]byte{}, written: map[string]time.Time{}}
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	environment := map[string]string{"REPLICA_URL": "s3://replica/x", "S3_ENDPOINT": server.URL, "S3_ACCESS_KEY": "k", "S3_SECRET_KEY": "s"}
	return service, func(name string) string { return environment[name] }
}

func TestParseBucket(t *testing.T) {
	account := map[string]string{"S3_ENDPOINT": "s3.test", "S3_ACCESS_KEY": "k", "S3_SECRET_KEY": "s"}
	for _, test := range []struct {
		name         string
		set          map[string]string
		want, report string
	}{
		{"no variable turns it off", nil, "", ""},
		{"a bucket", map[string]string{"REPLICA_URL": "s3://replica"}, "replica  true us-east-1", ""},
		{"a folder and a region", map[string]string{"REPLICA_URL": "s3://replica/a/b/", "S3_REGION": "eu"}, "replica a/b true eu", ""},
		{"the name alone", map[string]string{"S3_REPLICA_BUCKET": "old", "S3_PATH_STYLE": "no"}, "old  false us-east-1", ""},
		{"another service", map[string]string{"REPLICA_URL": "file:///replica"}, "", "REPLICA_URL debe ser s3://ALMACÉN"},
		{"an account in the URL", map[string]string{"REPLICA_URL": "s3://k:s@replica"}, "", "REPLICA_URL debe ser s3://ALMACÉN"},
		{"a bucket without account", map[string]string{"REPLICA_URL": "s3://replica", "S3_SECRET_KEY": ""}, "", "Falta S3_SECRET_KEY"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, err := parseBucket(func(name string) string {
				if value, isSet := test.set[name]; isSet {
					return value
				}
				return account[name]
			})
			got, report := "", fmt.Sprint(err)
			if b != nil {
				got = fmt.Sprint(b.name, " ", b.folder, " ", b.isPathStyle, " ", b.region)
			}
			if got != test.want || test.report == "" != (err == nil) || !strings.Contains(report, test.report) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestLease(t *testing.T) {
	service, setting := newS3(t)
	bucket, _ := parseBucket(setting)
	lease := func(owner string) *heldLease {
		leaser := bucket.newLeaser()
		leaser.Owner = owner
		return &heldLease{Leaser: leaser}
	}
	first, second := lease("one/A"), lease("two/B")
	if err := first.take(t.Context(), true); err != nil || first.lease.Generation != 1 {
		t.Fatalf("the first got %+v, %v", first.lease, err)
	}
	// The bucket's clock says that the first renews its lease no more.
	service.written["x/lock.json"] = time.Now().Add(-time.Minute)
	if err := second.take(t.Context(), true); err == nil || !strings.Contains(err.Error(), "Esta carpeta quedó atrás") {
		t.Errorf("a directory with data followed another one: %v", err)
	}
	if err := second.take(t.Context(), false); err != nil || second.lease.Generation != 2 {
		t.Errorf("the second got %+v, %v", second.lease, err)
	}
	lost := make(chan bool)
	release := first.keep(func() { close(lost) })
	<-lost
	if err := release(); !errors.Is(err, ErrLost) {
		t.Errorf("the first lost its lease, but released it with %v", err)
	}
	// A released lease is free immediately, whatever its age.
	if err := second.keep(func() {})(); err != nil {
		t.Error(err)
	}
	third := lease("three/C")
	if err := third.take(t.Context(), false); err != nil || third.lease.Generation != 3 {
		t.Errorf("the third got %+v, %v", third.lease, err)
	}
	service.written["x/lock.json"] = time.Now().Add(-time.Minute)
	service.ignoresConditions = true
	if err := third.take(t.Context(), false); err == nil || !strings.Contains(err.Error(), "no respeta If-Match") {
		t.Errorf("a bucket without conditions was accepted: %v", err)
	}
}

func TestReplica(t *testing.T) {
	_, setting := newS3(t)
	first := t.TempDir()
	r, err := Open(first, setting, func() { t.Error("the lease was lost") })
	if err != nil {
		t.Fatal(err)
	}
	db := openDatabase(t, first)
	execute(t, db, "CREATE TABLE notes (text TEXT)")
	if err = r.Follow(); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "INSERT INTO notes VALUES ('kept')")
	db.Close()
	if err = r.Finish(); err != nil {
		t.Fatal(err)
	}
	second := t.TempDir()
	if r, err = Open(second, setting, func() { t.Error("the lease was lost") }); err != nil {
		t.Fatal(err)
	}
	var text string
	db = openDatabase(t, second)
	if err = db.QueryRow("SELECT text FROM notes").Scan(&text); err != nil || text != "kept" {
		t.Errorf("restored %q, %v", text, err)
	}
	db.Close()
	if err = r.Finish(); err != nil {
		t.Error(err)
	}
	if _, err = Open(first, setting, func() {}); err == nil || !strings.Contains(err.Error(), "Esta carpeta quedó atrás") {
		t.Errorf("the first directory is behind: %v", err)
	}
}

func openDatabase(t *testing.T, dir string) *sql.DB {
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func execute(t *testing.T, db *sql.DB, statement string) {
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// Without a bucket the server starts as usual.
func ExampleOpen() {
	r, err := Open(os.TempDir(), func(name string) string { return "" }, func() {})
	fmt.Println(r == nil, err)
	// Output: true <nil>
}
