package datadir

import (
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

// The server locks its directory before it opens its databases.
func ExampleLock() {
	dir, _ := os.MkdirTemp("", "pb_data-")
	defer os.RemoveAll(dir)
	warn := func(message string) { fmt.Println(message) }
	if err := Lock(dir, warn); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("locked")
	// Output: locked
}
