package database

import (
	"database/sql"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	// maxConnections is the number of simultaneous queries. They take processor time only, so more would not be faster.
	maxConnections = 8
	// maxIdle is the time after which an idle connection is closed, with its statements and page cache.
	maxIdle = time.Minute
	// maxTexts is the number of texts whose parameters are stored.
	maxTexts = 256
)

// Reader answers read-only queries. Its methods may be called at the same time.
type Reader struct {
	db      *sql.DB
	results results

	mutex sync.Mutex
	texts map[string]numbered
}

// numbered is a query with numbers instead of the names of its parameters.
type numbered struct {
	text  string
	names []string
}

// NewReader returns a Reader of the database at path. It opens the first connection with the first query.
func NewReader(path string) *Reader {
	db, err := sql.Open(driverName, path+pragmas+"&_pragma=query_only(ON)")
	if err != nil {
		panic(err) // Only if no driver is registered.
	}
	// One more watches commits.
	db.SetMaxOpenConns(maxConnections + 1)
	db.SetMaxIdleConns(maxConnections + 1)
	db.SetConnMaxIdleTime(maxIdle)
	return &Reader{db: db, texts: map[string]numbered{}}
}

// Close closes all connections. Queries that are running end before.
func (r *Reader) Close() error {
	r.results.forget()
	return r.db.Close()
}

// Text runs a query and returns its only value as text. NULL is an empty text, and so is a parameter {:name} without a value.
func (r *Reader) Text(query string, params map[string]any) (string, error) {
	found := r.number(query)
	values := make([]any, len(found.names))
	for i, name := range found.names {
		values[i] = params[name]
		if values[i] == nil {
			values[i] = ""
		}
	}
	var text sql.NullString
	err := r.db.QueryRowContext(background, found.text, values...).Scan(&text)
	return text.String, err
}

// number returns the query with numbered parameters. Results are stored, because texts are long and few.
func (r *Reader) number(query string) numbered {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	found, isKnown := r.texts[query]
	if !isKnown {
		if len(r.texts) >= maxTexts {
			clear(r.texts)
		}
		found = numberParams(query)
		r.texts[query] = found
	}
	return found
}

var paramPattern = regexp.MustCompile(`\{:(\w+)\}`)

// numberParams replaces named parameters by numbers in the order of the names: "a = {:x} OR b = {:x}" → "a = ?1 OR b = ?1", [x].
func numberParams(query string) (found numbered) {
	numbers := map[string]int{}
	found.text = paramPattern.ReplaceAllStringFunc(query, func(param string) string {
		name := param[2 : len(param)-1]
		if numbers[name] == 0 {
			found.names = append(found.names, name)
			numbers[name] = len(found.names)
		}
		return "?" + strconv.Itoa(numbers[name])
	})
	return found
}
