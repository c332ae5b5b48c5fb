package database

import (
	"container/list"
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"regexp"

	"modernc.org/sqlite"
)

const (
	// driverName is SQLite's driver with stored statements.
	driverName = "sqlite-prepared"
	// maxStatements is the number of statements that a connection stores. The calls of a page need fewer.
	maxStatements = 48
	// maxStatementLength is the most bytes of a stored statement's text.
	maxStatementLength = 16 << 10
)

// storablePattern matches statements that do all of their work when they run. Others, such as PRAGMA, work while they are prepared.
var storablePattern = regexp.MustCompile(`(?i)^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b`)

func init() {
	db, err := sql.Open("sqlite", "")
	if err != nil {
		panic(err) // PocketBase registers the driver.
	}
	sql.Register(driverName, preparedDriver{db.Driver()})
	sqlite.MustRegisterDeterministicScalarFunction("sha256", 1, hash)
}

// hash is the SQL function sha256: the hash of a text in hexadecimal. With it, one query hashes many rows.
func hash(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	text, ok := args[0].(string)
	if !ok {
		return nil, errors.New("sha256 needs a text")
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), nil
}

// preparedDriver opens connections that store the statements they have prepared, because preparing takes several times as long as a short query.
// SQLite prepares a stored statement again after a change of the schema.
type preparedDriver struct{ driver.Driver }

func (d preparedDriver) Open(name string) (driver.Conn, error) {
	opened, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return &conn{sqliteConn: opened.(sqliteConn), statements: map[string]*list.Element{}, recent: list.New()}, nil
}

// sqliteConn has the methods of SQLite's connections that database/sql calls.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// conn is used by one goroutine at a time, as database/sql guarantees.
type conn struct {
	sqliteConn
	statements map[string]*list.Element
	// recent has the stored statements, the most recently used first.
	recent *list.List
}

type statement struct {
	text string
	sqliteStatement
	// isRunning is true until its rows are closed. isStored is false once another statement has replaced it.
	isRunning, isStored bool
}

type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	stored := c.take(ctx, text)
	if stored == nil {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	found, err := stored.QueryContext(ctx, args)
	if err != nil {
		stored.release()
		return nil, err
	}
	return &rows{found.(sqliteRows), stored}, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	stored := c.take(ctx, text)
	if stored == nil {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	defer stored.release()
	return stored.ExecContext(ctx, args)
}

// take returns the statement of a text, which release must follow. It returns nil if the text is not stored: it cannot be, it has an error, or
// its rows are still open.
func (c *conn) take(ctx context.Context, text string) *statement {
	element := c.statements[text]
	if element == nil {
		if len(text) > maxStatementLength || !storablePattern.MatchString(text) {
			return nil
		}
		prepared, err := c.PrepareContext(ctx, text)
		if err != nil {
			return nil
		}
		element = c.recent.PushFront(&statement{text: text, sqliteStatement: prepared.(sqliteStatement), isStored: true})
		c.statements[text] = element
		c.removeOldest()
	}
	found := element.Value.(*statement)
	if found.isRunning {
		return nil
	}
	c.recent.MoveToFront(element)
	found.isRunning = true
	return found
}

// removeOldest removes the least recently used statement if there are too many.
func (c *conn) removeOldest() {
	if c.recent.Len() <= maxStatements {
		return
	}
	oldest := c.recent.Remove(c.recent.Back()).(*statement)
	delete(c.statements, oldest.text)
	oldest.isStored = false
	if !oldest.isRunning {
		oldest.Close()
	}
}

func (s *statement) release() error {
	s.isRunning = false
	if s.isStored {
		return nil
	}
	return s.Close()
}

// Close implements driver.Conn.
func (c *conn) Close() error {
	for element := c.recent.Front(); element != nil; element = element.Next() {
		element.Value.(*statement).Close()
	}
	c.recent.Init()
	clear(c.statements)
	return c.sqliteConn.Close()
}

// rows releases its statement once it is closed.
type rows struct {
	sqliteRows
	statement *statement
}

// sqliteRows has the methods of SQLite's rows that database/sql calls.
type sqliteRows interface {
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// Close implements driver.Rows.
func (r *rows) Close() error {
	err := r.sqliteRows.Close()
	if released := r.statement.release(); err == nil {
		err = released
	}
	return err
}
