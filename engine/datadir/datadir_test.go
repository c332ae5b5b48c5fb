package datadir

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMain makes the test program a server that holds a directory until its input ends, if HELD_DIR names one.
func TestMain(m *testing.M) {
	dir := os.Getenv("HELD_DIR")
	if dir == "" {
		os.Exit(m.Run())
	}
	fmt.Println(Lock(dir, func(string) {}))
	_, _ = os.Stdin.Read(make([]byte, 1))
}

func TestLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no lock")
	}
	dir := filepath.Join(t.TempDir(), "new")
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), "HELD_DIR="+dir)
	_, _ = server.StdinPipe()
	output, _ := server.StdoutPipe()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	held := make([]byte, 6)
	if _, _ = output.Read(held); string(held) != "<nil>\n" {
		t.Fatalf("the first server answered %q", held)
	}
	warn := func(message string) { t.Error(message) }
	if err := Lock(dir, warn); err == nil || !strings.Contains(err.Error(), "Ya hay un servidor con esta misma carpeta: "+dir) {
		t.Errorf("the second server got %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("the lock left %v", files)
	}
	_ = server.Process.Kill()
	_ = server.Wait()
	if err := Lock(dir, warn); err != nil {
		t.Errorf("after the first was killed: %v", err)
	}
	if err := Lock(filepath.Join(os.Args[0], "none"), warn); err != nil {
		t.Errorf("a path that is no directory is not the lock's to report, but: %v", err)
	}
}

func TestSetAsideDamagedLog(t *testing.T) {
	healthy := newLog(t)
	broken := bytes.Clone(healthy)
	copy(broken[len(broken)-4096:], bytes.Repeat([]byte{0xff}, 4096))
	for _, test := range []struct {
		name    string
		content []byte
		want    bool
	}{
		{"a healthy log", healthy, false},
		{"an empty file", nil, false},
		{"no database", bytes.Repeat([]byte("garbage "), 1000), true},
		{"a truncated file", healthy[:len(healthy)/2], true},
		{"a truncated header", healthy[:60], true},
		{"a broken page", broken, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, logName)
			for file, content := range map[string][]byte{path: test.content, path + "-wal": []byte("wal")} {
				if err := os.WriteFile(file, content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			message, err := SetAsideDamagedLog(dir)
			if err != nil {
				t.Fatal(err)
			}
			kept, _ := filepath.Glob(path + ".damaged-*Z")
			if test.want != (len(kept) == 1) || test.want != (message != "") {
				t.Fatalf("kept %v and reported %q", kept, message)
			}
			if !test.want {
				return
			}
			if content, _ := os.ReadFile(kept[0]); !bytes.Equal(content, test.content) {
				t.Error("the kept file is another")
			}
			if !strings.Contains(message, filepath.Base(kept[0])) {
				t.Errorf("the message does not name the file: %s", message)
			}
			if left, _ := filepath.Glob(path + "*"); len(left) > 2 || len(left) > 0 && !strings.Contains(left[0], ".damaged-") {
				t.Errorf("left %v", left)
			}
		})
	}
	if message, err := SetAsideDamagedLog(t.TempDir()); message != "" || err != nil {
		t.Errorf("no log: %q, %v", message, err)
	}
}

// newLog returns a log of some pages.
func newLog(t *testing.T) []byte {
	path := filepath.Join(t.TempDir(), logName)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"CREATE TABLE _logs (message TEXT)",
		"INSERT INTO _logs SELECT hex(randomblob(500)) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)), (VALUES (1), (2), (3), (4))",
	} {
		if _, err = db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// The server calls both before it opens its databases.
func ExampleLock() {
	dir, _ := os.MkdirTemp("", "pb_data-")
	defer os.RemoveAll(dir)
	warn := func(message string) { fmt.Println(message) }
	if err := Lock(dir, warn); err != nil {
		fmt.Println(err)
		return
	}
	message, err := SetAsideDamagedLog(dir)
	fmt.Printf("%q %v\n", message, err)
	// Output: "" <nil>
}
