package database

import (
	"container/list"
	"database/sql"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	// maxConnections is the number of queries at once. They take processor time only, so more would not be faster.
	maxConnections = 8
	// maxIdle is the time after which an idle connection is closed, with its statements and page cache.
	maxIdle = time.Minute
	// maxStatements is the number of SQL texts whose statements are stored, once for each connection that used them.
	maxStatements = 48
)

// Reader answers read-only queries. Its methods may be called at the same time.
type Reader struct {
	db      *sql.DB
	results results

	mutex      sync.Mutex
	statements map[string]*list.Element
	// recent has the stored statements, the most recently used first.
	recent *list.List
}

// statement is a query that is prepared on each connection that has run it. The mutex of its Reader guards users and isStored.
type statement struct {
	sql   string
	names []string
	*sql.Stmt
	// users is the number of running queries. A statement is closed once it is neither stored nor used.
	users    int
	isStored bool
}

// NewReader returns a Reader of the database at path. It opens the first connection with the first query.
func NewReader(path string) *Reader {
	db, err := sql.Open("sqlite", path+pragmas+"&_pragma=query_only(ON)")
	if err != nil {
		panic(err) // Only if no driver is registered.
	}
	// One more watches commits.
	db.SetMaxOpenConns(maxConnections + 1)
	db.SetMaxIdleConns(maxConnections + 1)
	db.SetConnMaxIdleTime(maxIdle)
	return &Reader{db: db, statements: map[string]*list.Element{}, recent: list.New()}
}

// Close closes all connections. Queries that are running end before.
func (r *Reader) Close() error {
	r.results.forget()
	return r.db.Close()
}

// Text runs a query and returns its only value as text; ” if it is NULL. A parameter {:name} gets the value of its name, or ” if there is none.
func (r *Reader) Text(query string, params map[string]any) (string, error) {
	prepared, err := r.acquire(query)
	if err != nil {
		return "", err
	}
	defer r.release(prepared)
	values := make([]any, len(prepared.names))
	for i, name := range prepared.names {
		values[i] = params[name]
		if values[i] == nil {
			values[i] = ""
		}
	}
	var text sql.NullString
	err = prepared.QueryRowContext(background, values...).Scan(&text)
	return text.String, err
}

// acquire returns the statement of a query, which release must follow.
func (r *Reader) acquire(query string) (*statement, error) {
	if found := r.find(query); found != nil {
		return found, nil
	}
	numbered, names := numberParams(query)
	prepared, err := r.db.PrepareContext(background, numbered)
	if err != nil {
		return nil, err
	}
	return r.store(&statement{sql: query, names: names, Stmt: prepared, users: 1}), nil
}

func (r *Reader) find(query string) *statement {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	element := r.statements[query]
	if element == nil {
		return nil
	}
	r.recent.MoveToFront(element)
	found := element.Value.(*statement)
	found.users++
	return found
}

// store stores a new statement instead of the least recently used one, unless another call has stored the same query meanwhile.
func (r *Reader) store(prepared *statement) *statement {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.statements[prepared.sql] != nil {
		return prepared
	}
	prepared.isStored = true
	r.statements[prepared.sql] = r.recent.PushFront(prepared)
	if r.recent.Len() > maxStatements {
		oldest := r.recent.Remove(r.recent.Back()).(*statement)
		delete(r.statements, oldest.sql)
		oldest.isStored = false
		if oldest.users == 0 {
			go oldest.Close()
		}
	}
	return prepared
}

func (r *Reader) release(used *statement) {
	r.mutex.Lock()
	used.users--
	isUnused := used.users == 0 && !used.isStored
	r.mutex.Unlock()
	if isUnused {
		used.Close()
	}
}

var paramPattern = regexp.MustCompile(`\{:(\w+)\}`)

// numberParams replaces named parameters by numbers in the order of the names: "a = {:x} OR b = {:x}" → "a = ?1 OR b = ?1", [x].
func numberParams(query string) (numbered string, names []string) {
	numbers := map[string]int{}
	numbered = paramPattern.ReplaceAllStringFunc(query, func(param string) string {
		name := param[2 : len(param)-1]
		if numbers[name] == 0 {
			names = append(names, name)
			numbers[name] = len(names)
		}
		return "?" + strconv.Itoa(numbers[name])
	})
	return numbered, names
}
