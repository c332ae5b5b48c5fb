package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"
	"github.com/pocketbase/dbx"
)

// open returns a Reader, and a connection that writes, of a new database with a table of one number.
func open(t *testing.T) (*Reader, *dbx.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	writer, err := Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	reader := NewReader(path)
	t.Cleanup(func() { reader.Close(); writer.Close() })
	writer.DB().SetMaxOpenConns(1)
	execute(t, writer, "CREATE TABLE numbers (n INTEGER)")
	execute(t, writer, "INSERT INTO numbers VALUES (0)")
	return reader, writer
}

func execute(t *testing.T, db dbx.Builder, query string) {
	t.Helper()
	if _, err := db.NewQuery(query).Execute(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, reader *Reader, query string) string {
	t.Helper()
	text, err := reader.Text(query, nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestText(t *testing.T) {
	reader, _ := open(t)
	params := map[string]any{"a": "Núñez", "b": int64(7), "c": 1.5, "unused": "x"}
	for query, want := range map[string]string{
		"SELECT {:a}": "Núñez",
		"SELECT {:b} || {:a} || {:b} || typeof({:b})": "7Núñez7integer",
		"SELECT {:c} || {:missing} || 'x'":            "1.5x",
		"SELECT NULL":                                 "",
		"SELECT sha256('abc')":                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"SELECT n FROM numbers":                       "0",
	} {
		for range 2 {
			if got, err := reader.Text(query, params); got != want || err != nil {
				t.Errorf("%s: %q, %v; want %q", query, got, err, want)
			}
		}
	}
}

func TestTextReturnsErrorsAndContinues(t *testing.T) {
	reader, _ := open(t)
	for _, query := range []string{"SELECT nothing", "SELEC", "INSERT INTO numbers VALUES (1)", "SELECT 1 WHERE FALSE"} {
		if _, err := reader.Text(query, nil); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
	if got := read(t, reader, "SELECT count(*) FROM numbers"); got != "1" {
		t.Error(got)
	}
}

func TestParallelReads(t *testing.T) {
	reader, _ := open(t)
	var calls sync.WaitGroup
	for n := range 12 {
		calls.Go(func() {
			for i := range 400 {
				want := fmt.Sprint((n + i) % 300)
				if got, err := reader.Text("SELECT "+want, nil); got != want || err != nil {
					t.Errorf("%q, %v; want %q", got, err, want)
				}
			}
		})
	}
	calls.Wait()
	if len(reader.texts) > maxTexts {
		t.Errorf("%d texts", len(reader.texts))
	}
}

// stored returns the texts of the statements that the only connection of db stores.
func stored(t *testing.T, db *sql.DB) (texts []string) {
	t.Helper()
	connection, err := db.Conn(background)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	connection.Raw(func(opened any) error {
		found := opened.(*conn)
		for text, element := range found.statements {
			texts = append(texts, text)
			if of := element.Value.(*statement); of.isRunning || !of.isStored || of.text != text {
				t.Errorf("%s: %+v", text, of)
			}
		}
		if found.recent.Len() != len(texts) {
			t.Errorf("%d recent statements of %d", found.recent.Len(), len(texts))
		}
		return nil
	})
	slices.Sort(texts)
	return texts
}

func TestConnectionsStoreStatements(t *testing.T) {
	_, writer := open(t)
	db := writer.DB()
	insert, count := "INSERT INTO numbers VALUES (?)", " select count(*) FROM numbers"
	for n := range 3 {
		if _, err := db.Exec(insert, n); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("PRAGMA cache_size = -500"); err != nil {
			t.Fatal(err)
		}
		var got int
		if err := db.QueryRow(count).Scan(&got); err != nil || got != n+2 {
			t.Fatalf("%d rows, %v; want %d", got, err, n+2)
		}
		if _, err := db.Query("SELECT nothing FROM numbers"); err == nil {
			t.Error("no error")
		}
	}
	if got := stored(t, db); !slices.Equal(got, []string{count, "INSERT INTO numbers VALUES (0)", insert}) {
		t.Errorf("stored: %q", got)
	}
	for n := range 3 * maxStatements {
		if _, err := db.Exec(fmt.Sprint("UPDATE numbers SET n = ", n)); err != nil {
			t.Fatal(err)
		}
	}
	if got := stored(t, db); len(got) != maxStatements {
		t.Errorf("%d statements", len(got))
	}
}

func TestStatementsRunInsideThemselves(t *testing.T) {
	_, writer := open(t)
	execute(t, writer, "INSERT INTO numbers VALUES (1), (2)")
	connection, err := writer.DB().Conn(background)
	if err != nil {
		t.Fatal(err)
	}
	read := func() *sql.Rows {
		found, err := connection.QueryContext(background, "SELECT n FROM numbers ORDER BY n")
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	pairs := ""
	outer := read()
	for outer.Next() {
		var one int
		outer.Scan(&one)
		inner := read()
		for inner.Next() {
			var other int
			inner.Scan(&other)
			pairs += fmt.Sprint(one, other, " ")
		}
		inner.Close()
		// Replaces the running statement.
		for n := range maxStatements + 1 {
			var got int
			if err := connection.QueryRowContext(background, fmt.Sprint("SELECT ", n)).Scan(&got); err != nil || got != n {
				t.Errorf("%d, %v; want %d", got, err, n)
			}
		}
	}
	outer.Close()
	if pairs != "0 0 0 1 0 2 1 0 1 1 1 2 2 0 2 1 2 2 " {
		t.Error(pairs)
	}
	connection.Close()
	stored(t, writer.DB())
}

func TestStatementsFollowTheSchema(t *testing.T) {
	_, writer := open(t)
	columns := func() []string {
		found, err := writer.DB().Query("SELECT * FROM numbers")
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		names, _ := found.Columns()
		return names
	}
	for _, step := range []struct {
		change string
		want   []string
	}{
		{"SELECT 1", []string{"n"}},
		{"ALTER TABLE numbers ADD COLUMN m", []string{"n", "m"}},
		{"ALTER TABLE numbers DROP COLUMN n", []string{"m"}},
		{"DROP TABLE numbers", nil},
	} {
		if _, err := writer.DB().Exec(step.change); err != nil {
			t.Fatal(err)
		}
		if step.want != nil {
			if got := columns(); !slices.Equal(got, step.want) {
				t.Errorf("%s: %v, want %v", step.change, got, step.want)
			}
		}
	}
}

func TestFailedWritesLeaveNothing(t *testing.T) {
	_, writer := open(t)
	execute(t, writer, "CREATE UNIQUE INDEX one ON numbers (n)")
	for range 3 {
		if _, err := writer.DB().Exec("INSERT INTO numbers VALUES (?)", 0); err == nil {
			t.Error("no error")
		}
		execute(t, writer, "DELETE FROM numbers WHERE n = 1")
		execute(t, writer, "INSERT INTO numbers VALUES (1)")
	}
	canceled, cancel := context.WithCancel(background)
	cancel()
	if _, err := writer.DB().ExecContext(canceled, "INSERT INTO numbers VALUES (2)"); err == nil {
		t.Error("no error")
	}
	execute(t, writer, "VACUUM")
}

func TestLostConnectionsAreReplaced(t *testing.T) {
	reader, writer := open(t)
	read(t, reader, "SELECT n FROM numbers")
	reader.db.SetMaxIdleConns(0)
	execute(t, writer, "ALTER TABLE numbers RENAME COLUMN n TO m")
	execute(t, writer, "ALTER TABLE numbers ADD COLUMN n DEFAULT 5")
	if got := read(t, reader, "SELECT n FROM numbers"); got != "5" {
		t.Error(got)
	}
}

func TestHooksReadTheirTransaction(t *testing.T) {
	reader, writer := open(t)
	vm := goja.New()
	vm.Set("queryText", reader.TextForHooks)
	tx, err := writer.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	vm.Set("tx", tx)
	execute(t, tx, "UPDATE numbers SET n = 3")
	for script, want := range map[string]string{
		"queryText(null, 'SELECT n + {:more} FROM numbers', { more: 1 })":                    "1",
		"queryText(tx, 'SELECT n + {:more} FROM numbers', { more: 1 })":                      "4",
		"try { queryText(null, 'SELECT x', {}) } catch (error) { `${error}`.split(':')[0] }": "GoError",
	} {
		if got, err := vm.RunString(script); err != nil || got.String() != want {
			t.Errorf("%s: %v, %v; want %s", script, got, err, want)
		}
	}
}

func TestUntilCommit(t *testing.T) {
	reader, writer := open(t)
	commit := func() { execute(t, writer, "UPDATE numbers SET n = n + 1") }
	long := strings.Repeat("x", maxResultLength+1)
	failure := errors.New("failed")
	var during func()
	// Each step computes a value for a key, and expects the stored one or the new one.
	for _, step := range []struct {
		name, key, value, want string
		before, during         func()
		err                    error
	}{
		{name: "a first result", key: "a", value: "1", want: "1"},
		{name: "the stored result", key: "a", value: "2", want: "1"},
		{name: "another key", key: "b", value: "3", want: "3"},
		{name: "a commit", before: commit, key: "a", value: "4", want: "4"},
		{name: "a commit while it is computed", before: commit, during: commit, key: "a", value: "5", want: "5"},
		{name: "that result is outdated", key: "a", value: "6", want: "6"},
		{name: "a long result", key: "long", value: long, want: long},
		{name: "a long result is not stored", key: "long", value: "7", want: "7"},
		{name: "an error", key: "error", err: failure},
		{name: "an error is not stored", key: "error", value: "8", want: "8"},
		{name: "a lost connection", before: func() { reader.results.watcher.Close() }, key: "a", value: "9", want: "9"},
		{name: "nothing was stored without a connection", key: "a", value: "10", want: "10"},
		{name: "a new connection", key: "a", value: "11", want: "10"},
		{name: "no result of the lost connection", key: "b", value: "12", want: "12"},
	} {
		if step.before != nil {
			step.before()
		}
		during = step.during
		got, err := reader.UntilCommit(step.key, func() (string, error) {
			if during != nil {
				during()
			}
			return step.value, step.err
		})
		if got != step.want || err != step.err {
			t.Errorf("%s: %.20q, %v; want %.20q", step.name, got, err, step.want)
		}
	}
}

func TestUntilCommitReturnsNothingOlderThanTheLastCommit(t *testing.T) {
	reader, writer := open(t)
	number := func() string {
		text, err := reader.UntilCommit("n", func() (string, error) { return reader.Text("SELECT n FROM numbers", nil) })
		if err != nil {
			t.Error(err)
		}
		return text
	}
	var readers sync.WaitGroup
	over := make(chan struct{})
	for range 8 {
		readers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					number()
				}
			}
		})
	}
	for n := 1; n <= 100; n++ {
		execute(t, writer, "UPDATE numbers SET n = n + 1")
		if got := number(); got != fmt.Sprint(n) {
			t.Errorf("%s after commit %d", got, n)
		}
	}
	close(over)
	readers.Wait()
}

func TestYieldWaitsForWriters(t *testing.T) {
	_, writer := open(t)
	inUse := func() int { return writer.DB().Stats().InUse }
	conn, err := writer.DB().Conn(background)
	if err != nil {
		t.Fatal(err)
	}
	var closing sync.WaitGroup
	closing.Go(func() {
		yield(writer.DB())
		if inUse() != 1 {
			t.Error("a long write: the wait has no end")
		}
		conn.Close()
	})
	closing.Wait()
	other := make(chan *sql.Conn)
	go func() {
		conn, _ := writer.DB().Conn(background)
		other <- conn
		conn.Close()
	}()
	<-other
	yield(writer.DB())
	if inUse() != 0 {
		t.Error("a short write: it was not waited for")
	}
}

func TestCheckpoint(t *testing.T) {
	reader, writer := open(t)
	for _, step := range []struct {
		pages     int
		wantEmpty bool
	}{{100, false}, {1_500, true}, {10, false}} {
		execute(t, writer, fmt.Sprintf("INSERT INTO numbers SELECT randomblob(4000) FROM (WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %d) SELECT i FROM s)", step.pages))
		before, copied, err := reader.runCheckpoint("NOOP")
		if err != nil || before-copied < step.pages {
			t.Errorf("%d pages: the commit has copied %d of %d, %v", step.pages, copied, before, err)
		}
		reader.checkpoint()
		logged, copied, err := reader.runCheckpoint("NOOP")
		if err != nil || (logged == copied) != step.wantEmpty {
			t.Errorf("%d pages: %d of %d are copied, %v", step.pages, copied, logged, err)
		}
	}
}
