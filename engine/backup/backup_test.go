package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/filesystem"
)

const manifestQuery = `SELECT json_object('product', 'test', 'layout', 1, 'migration', '5', 'entries', {:entries},
	'counts', json_object('notes', (SELECT count(*) FROM notes)), 'content', json_object('files', {:files}, 'lost', {:lost}))`

var job = Job{ID: "1", Name: "copy-3.tar", Manifest: manifestQuery, Pattern: `copy-\d\.tar`, Keep: 2, Seconds: 60}

// newApp returns an app with a collection of three notes; the file of the last one does not exist.
func newApp(t *testing.T) core.App {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.ClearBootstrap() })
	if err := app.RunSystemMigrations(); err != nil {
		t.Fatal(err)
	}
	notes := core.NewBaseCollection("notes", "notes")
	notes.Fields.Add(&core.FileField{Name: "file"}, &core.FileField{Name: "more", MaxSelect: 9})
	if err := app.Save(notes); err != nil {
		t.Fatal(err)
	}
	for id, files := range map[string]string{"a": "'a.txt', '[\"b.txt\",\"c.txt\"]'", "b": "'', '[]'", "c": "'lost.txt', '[]'"} {
		if _, err := app.DB().NewQuery("INSERT INTO notes (id, file, more) VALUES ('" + id + "', " + files + ")").Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.txt", "b.txt", "c.txt", "b.txt.attrs"} {
		write(t, filepath.Join(app.DataDir(), "storage/notes/a", name), name)
	}
	return app
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// runJob makes an archive and returns its result.
func runJob(app core.App, job Job) *Result {
	ended := make(chan bool, 1)
	maker := NewMaker(app, func() { ended <- true })
	maker.Reserve()
	maker.Start(job)
	<-ended
	return maker.Result()
}

// listFiles returns the paths of all files below a directory.
func listFiles(folder string) string {
	var paths []string
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, _ error) error {
		if entry != nil && !entry.IsDir() {
			paths = append(paths, strings.TrimPrefix(path, folder+"/"))
		}
		return nil
	})
	return strings.Join(paths, " ")
}

func TestMaker(t *testing.T) {
	app := newApp(t)
	for _, name := range []string{"copy-1.tar", "copy-2.tar", "mine.tar"} {
		write(t, filepath.Join(app.DataDir(), "backups", name), name)
	}
	result := runJob(app, job)
	if result.Code != "" || result.Job.ID != "1" || fmt.Sprint(result.Archives) != fmt.Sprintf("[{copy-3.tar %d} {copy-2.tar 10}]", result.Size) {
		t.Fatalf("%+v", result)
	}
	if !strings.Contains(strings.Join(strings.Fields(result.Manifest), ""), `"entries":5,"counts":{"notes":3},"content":{"files":3,"lost":1}}`) {
		t.Error(result.Manifest)
	}
	if found := listFiles(filepath.Join(app.DataDir(), "backups")); found != "copy-2.tar copy-3.tar mine.tar" {
		t.Error(found)
	}
	if _, err := os.Stat(filepath.Join(app.DataDir(), workName)); err == nil {
		t.Error("the directory of work remains")
	}

	folder := t.TempDir()
	restore := Restore{File: filepath.Join(app.DataDir(), "backups/copy-3.tar"), Folder: folder, Product: "test", Newest: "5", Prepare: "DELETE FROM notes WHERE id = 'c'"}
	if restored := restore.Run(); restored.Code != "" || restored.Manifest != result.Manifest {
		t.Fatalf("%+v", restored)
	}
	if found := listFiles(folder); found != "data.db storage/notes/a/a.txt storage/notes/a/b.txt storage/notes/a/b.txt.attrs storage/notes/a/c.txt" {
		t.Error(found)
	}
	db, _ := openDatabase(filepath.Join(folder, databaseName), "ro")
	defer db.Close()
	var count int
	if db.QueryRow("SELECT count(*) FROM notes").Scan(&count); count != 2 {
		t.Error(count)
	}
}

func TestMakerFails(t *testing.T) {
	for code, change := range map[string]func(job *Job, app core.App){
		"timeout": func(job *Job, _ core.App) { job.Seconds = 0 },
		"failed":  func(job *Job, _ core.App) { job.Manifest = "SELECT" },
		"broken":  func(job *Job, _ core.App) { job.Manifest = "SELECT json_object('entries', 0)" },
		"integrity": func(job *Job, _ core.App) {
			job.Manifest = "SELECT json_object('entries', {:entries}, 'counts', json_object('notes', 9))"
		},
		"store": func(_ *Job, app core.App) {
			s3 := &app.Settings().Backups.S3
			s3.Enabled, s3.Region, s3.Endpoint, s3.Bucket, s3.ForcePathStyle = true, "r", "http://127.0.0.1:1", "none", true
		},
	} {
		t.Run(code, func(t *testing.T) {
			app, failing := newApp(t), job
			change(&failing, app)
			if result := runJob(app, failing); result.Code != code || result.Cause == "" {
				t.Errorf("%+v", result)
			}
			if found := listFiles(app.DataDir()); strings.Contains(found, "copy-") || strings.Contains(found, workName) {
				t.Error(found)
			}
		})
	}
}

// panicking is an app with a defect.
type panicking struct{ core.App }

func (panicking) NewBackupsFilesystem() (*filesystem.System, error) { panic("defect") }

func TestMakerSurvivesPanics(t *testing.T) {
	if result := runJob(panicking{newApp(t)}, job); result.Code != "failed" || result.Cause != "panic: defect" {
		t.Errorf("%+v", result)
	}
}

func TestReadText(t *testing.T) {
	app := newApp(t)
	maker := NewMaker(app, func() {})
	if text, err := maker.ReadText("list.txt"); text != "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	path := filepath.Join(app.DataDir(), "backups/list.txt")
	write(t, path, "a")
	for size, expected := range map[int64]string{64 << 20: "<nil>", 64<<20 + 1: "list.txt supera 64 MiB"} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if text, err := maker.ReadText("list.txt"); fmt.Sprint(err) != expected || (err == nil) != (len(text) == 64<<20) {
			t.Errorf("%d: %d, %v", size, len(text), err)
		}
	}
}

func TestMakerMakesOneAtATime(t *testing.T) {
	maker := NewMaker(newApp(t), func() {})
	if !maker.Reserve() || maker.Reserve() {
		t.Error("reserved twice, or never")
	}
	maker.Release()
	if !maker.Reserve() {
		t.Error("not released")
	}
}

// A writer neither waits for an archive, nor changes what it holds.
func TestMakerWithWriters(t *testing.T) {
	app := newApp(t)
	stop, stopped := make(chan bool), make(chan error)
	go func() {
		var err error
		for n := 0; ; n++ {
			select {
			case <-stop:
				stopped <- err
				return
			default:
				_, failed := app.DB().NewQuery(fmt.Sprintf("INSERT INTO notes (id, file, more) VALUES ('n%d', '', '[]')", n)).Execute()
				err = errors.Join(err, failed)
			}
		}
	}()
	for range 3 {
		if result := runJob(app, job); result.Code != "" {
			t.Errorf("%+v", result)
		}
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// pack writes an archive as an earlier program did, by hand: a header of 512 bytes, the content, zeros.
func pack(entries ...string) []byte {
	var all bytes.Buffer
	add := func(path, content string) {
		header := fmt.Sprintf("%-100s0000600\x000000000\x000000000\x00%011o\x00%011o\x00        0", path, len(content), 1_700_000_000)
		header = strings.ReplaceAll(header[:100], " ", "\x00") + header[100:] + strings.Repeat("\x00", 100) + "ustar\x0000"
		sum := 0
		for _, b := range []byte(header) {
			sum += int(b)
		}
		header = header[:148] + fmt.Sprintf("%06o\x00 ", sum) + header[156:]
		for _, part := range []string{header, content} {
			all.WriteString(part + strings.Repeat("\x00", (blockSize-len(part)%blockSize)%blockSize))
		}
	}
	for i := 0; i < len(entries); i += 2 {
		add(entries[i], entries[i+1])
	}
	var list []string
	for rest := all.Bytes(); len(rest) > 0; rest = rest[min(int64(len(rest)), bytesPerSum):] {
		sum := md5.Sum(rest[:min(int64(len(rest)), bytesPerSum)])
		list = append(list, hex.EncodeToString(sum[:]))
	}
	add(sumsName, strings.Join(list, "\n"))
	all.WriteString(strings.Repeat("\x00", 2*blockSize))
	return all.Bytes()
}

// read returns the contents of an archive.
func read(archive []byte) (string, error) {
	var found strings.Builder
	err := readArchive(&source{ctx: context.Background(), from: bytes.NewReader(archive), onBytes: func(int) {}}, func(path string, content io.Reader) error {
		text, err := io.ReadAll(content)
		fmt.Fprintf(&found, "%s=%d ", path, len(text))
		return err
	})
	return found.String(), err
}

func TestArchive(t *testing.T) {
	// Several checksums, whose ends are anywhere in a block.
	bytesPerSum = 10_000
	defer func() { bytesPerSum = 64 << 20 }()
	long := "storage/" + strings.Repeat("c", 90) + "/" + strings.Repeat("r", 90) + "/" + strings.Repeat("n", 150)
	var out bytes.Buffer
	writer := newArchiveWriter(&out)
	for path, size := range map[string]int{"a": 0, "b": 512, "c": 39_999, long: 1} {
		if err := writer.add(path, int64(size), strings.NewReader(strings.Repeat("x", size))); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.add("short", 5, strings.NewReader("1234")); err == nil {
		t.Error("a shorter content was written")
	}
	out.Reset()
	writer = newArchiveWriter(&out)
	writer.add("a", 0, strings.NewReader(""))
	writer.add(long, 39_999, strings.NewReader(strings.Repeat("x", 39_999)))
	if err := writer.end(); err != nil {
		t.Fatal(err)
	}
	if found, err := read(out.Bytes()); found != "a=0 "+long+"=39999 " || err != nil {
		t.Error(found, err)
	}
	earlier := pack("a", "", "b", strings.Repeat("x", 25_000))
	if found, err := read(earlier); found != "a=0 b=25000 " || err != nil {
		t.Error(found, err)
	}
	var link bytes.Buffer
	tar.NewWriter(&link).WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: "a", Linkname: "b"})
	for name, test := range map[string]struct {
		archive []byte
		where   string
	}{
		"empty":              {nil, "cut"},
		"cut in a header":    {earlier[:700], "cut"},
		"cut in a content":   {earlier[:5_000], "cut"},
		"cut at an entry":    {earlier[:512], "cut"},
		"cut before its sum": {earlier[:len(earlier)-2_048], "cut"},
		"changed":            {bytes.Replace(earlier, []byte("xx"), []byte("xy"), 1), "sums"},
		"changed sums":       {append(bytes.Clone(earlier[:len(earlier)-1_536]), make([]byte, 1_536)...), "sums"},
		"not a tar":          {bytes.Repeat([]byte("x"), 2_000), "header"},
		"with a link":        {link.Bytes(), "a"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(test.archive)
			var damaged *invalid
			if !errors.As(err, &damaged) || damaged.Where != test.where {
				t.Error(err)
			}
		})
	}
}

func TestIsArchived(t *testing.T) {
	for path, expected := range map[string]bool{
		"data.db": true, "storage/c/r/n.pdf": true, "storage/c/r/..": false, "storage/../r/n": false, "storage/c/r": false, "storage/c//n": false,
		"storage/c/r/n/m": false, "/storage/c/r": false, "auxiliary.db": false, "data.db/": false, "storage/c/r/a\x00b": false,
		"storage/c/r/" + strings.Repeat("n", 256): false,
	} {
		if isArchived(path) != expected {
			t.Error(path)
		}
	}
}

// unfinished stops a restore at a step, as a killed process does: without clearing up.
type unfinished struct{}

func TestRestoreIsKilled(t *testing.T) {
	app := newApp(t)
	runJob(app, job)
	restore := Restore{File: filepath.Join(app.DataDir(), "backups/copy-3.tar"), Product: "test", Newest: "5", Prepare: "SELECT 1"}
	defer func() { atStep = func() {} }()
	for stop := 1; ; stop++ {
		restore.Folder = t.TempDir()
		steps := 0
		atStep = func() {
			if steps++; steps == stop {
				panic(unfinished{})
			}
		}
		isKilled := func() (isKilled bool) {
			defer func() { isKilled = recover() != nil }()
			restore.Run()
			return
		}()
		_, err := os.Stat(filepath.Join(restore.Folder, UnfinishedName))
		if found := listFiles(restore.Folder); isKilled && err != nil || !isKilled && (err == nil || found == "") {
			t.Fatal(stop, isKilled, found)
		}
		atStep = func() {}
		if !isKilled {
			if stop < 6 {
				t.Error("only", stop, "steps")
			}
			return
		}
		if again := restore.Run(); again.Code != "" {
			t.Fatalf("%d %+v", stop, again)
		}
	}
}

func TestRestore(t *testing.T) {
	app := newApp(t)
	runJob(app, job)
	made, err := os.ReadFile(filepath.Join(app.DataDir(), "backups/copy-3.tar"))
	if err != nil {
		t.Fatal(err)
	}
	manifest := `{"product":"test","layout":1,"migration":"5","entries":1}`
	for name, test := range map[string]struct {
		archive []byte
		change  func(restore *Restore)
		there   string
		code    string
	}{
		"an empty directory":                  {made, nil, "", ""},
		"a new disk":                          {made, nil, "lost+found/.keep", ""},
		"mounted directories":                 {made, nil, "backups/lost+found/.keep storage/.keep", ""},
		"a database":                          {made, nil, "data.db", "full"},
		"a file of a record":                  {made, nil, "storage/c/r/n", "full"},
		"an archive":                          {made, nil, "backups/copy-1.tar", "full"},
		"an unfinished restore":               {made, nil, UnfinishedName + "/data.db data.db storage/c/r/n", ""},
		"a database beside an unfinished one": {made, nil, UnfinishedName + "/data.db auxiliary.db", "full"},
		"no archive":                          {made, func(restore *Restore) { restore.File += "x" }, "", "missing"},
		"another product":                     {made, func(restore *Restore) { restore.Product = "other" }, "", "foreign"},
		"an earlier program":                  {made, func(restore *Restore) { restore.Newest = "4" }, "", "newer"},
		"a cut archive":                       {made[:len(made)-2_048], nil, "storage/lost+found/.keep", "broken"},
		"a short archive":                     {made[:100], nil, "", "foreign"},
		"a path outside":                      {pack(manifestName, manifest, "storage/../x/y", "1"), nil, "", "broken"},
		"a missing entry":                     {pack(manifestName, manifest), nil, "", "broken"},
		"no database":                         {pack(manifestName, manifest, "data.db", "no"), nil, "", "broken"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			restore := Restore{filepath.Join(folder, "copy.tar"), filepath.Join(folder, "data"), "test", "5", "SELECT 1"}
			write(t, restore.File, string(test.archive))
			os.Mkdir(restore.Folder, 0o700)
			for _, path := range strings.Fields(test.there) {
				write(t, filepath.Join(restore.Folder, path), "there")
			}
			if test.change != nil {
				test.change(&restore)
			}
			if result := restore.Run(); result.Code != test.code {
				t.Fatalf("%+v", result)
			}
			found := listFiles(restore.Folder)
			if test.code != "" && found != test.there || strings.Contains(found, UnfinishedName) != strings.Contains(test.there, "auxiliary") {
				t.Error(found)
			}
		})
	}
}

func TestRestoreOfAnEarlierProgram(t *testing.T) {
	file, err := os.Open("../../tests/fixtures/backup.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	restore := Restore{filepath.Join(t.TempDir(), "copy.tar"), t.TempDir(), "formatos-preeliminares", "9", "SELECT 1"}
	write(t, restore.File, string(archive))
	if result := restore.Run(); result.Code != "" {
		t.Errorf("%+v", result)
	}
}

func TestSourceStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	cancel()
	from := &source{ctx: ctx, from: strings.NewReader("x"), onBytes: func(int) {}}
	if err := readArchive(from, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
