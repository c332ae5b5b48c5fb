// Package backup makes, verifies and restores archives of a data directory: its database and the files that its records name.
//
// An archive is made in a goroutine while the server works. It counts only after it was read again from where it is archives, as a restore would:
// checksums, integrity of the database, and the number of rows. Memory does not depend on its size.
//
//	maker := backup.NewMaker(app, func() { … maker.Result() … maker.Release() … })
//	if maker.Reserve() {
//		maker.Start(backup.Job{Name: "copia-20260131T120000Z.tar", Manifest: "SELECT json_object('entries', {:entries}, 'counts', json('{}'))"})
//	}
package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// Job describes an archive.
type Job struct {
	ID   string
	Name string
	// Manifest is a query of the copied database for the text (JSON) of the first entry. Its parameters {:entries}, {:files} and {:lost} are the numbers
	// of entries, of archived files, and of files that records name but that do not exist.
	Manifest string
	// Pattern is a regular expression of names; all but the last Keep archives with such a name are deleted.
	Pattern string
	Keep    int
	Seconds int
}

// Progress of a job: Step is one of database, files, archive, upload and check; Done and Total count files or bytes.
type Progress struct {
	Step  string `json:"step"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
}

// Result of a job. If it failed, Code is one of space, integrity, broken, store, timeout and failed, and Cause a description for the log.
type Result struct {
	Job         Job
	Code, Cause string
	Size        int64
	Manifest    string
	// Archives lists the archives that are stored now, last name first.
	Archives []Archive
}

// Archive is a stored archive.
type Archive struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Maker makes one archive at a time.
type Maker struct {
	app core.App
	// onEnd is called when a job has ended.
	onEnd func()

	mutex      sync.Mutex
	isReserved bool
	progress   *Progress
	result     *Result
}

// NewMaker returns a Maker that calls onEnd when Result has one.
func NewMaker(app core.App, onEnd func()) *Maker { return &Maker{app: app, onEnd: onEnd} }

// Reserve returns false if another job is reserved until Release.
func (m *Maker) Reserve() bool {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	isFree := !m.isReserved
	m.isReserved = true
	return isFree
}

// Release forgets the job and its result.
func (m *Maker) Release() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.isReserved, m.result = false, nil
}

// Progress returns the progress of the running job; nil if none runs.
func (m *Maker) Progress() *Progress {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.progress
}

// Result returns the result of the job that has ended; nil if there is none.
func (m *Maker) Result() *Result {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.result
}

// Start begins the reserved job and returns at once.
func (m *Maker) Start(job Job) {
	go func() {
		result := m.run(job)
		m.mutex.Lock()
		m.progress, m.result = nil, result
		m.mutex.Unlock()
		m.onEnd()
	}()
}

func (m *Maker) run(job Job) *Result {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(job.Seconds)*time.Second)
	defer cancel()
	var step string
	made, err := m.make(ctx, job, func(now string, done, total int64) {
		step = now
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.progress = &Progress{now, done, total}
	})
	// Frees the space of an unfinished archive, before anything else is written.
	if cleaned := m.CleanUp(); err == nil {
		err = cleaned
	}
	if err != nil {
		made = &Result{Cause: strings.Join(strings.Fields(err.Error()), " "), Code: code(err, step, m.app.Settings().Backups.S3.Enabled)}
	}
	made.Job = job
	return made
}

// CleanUp deletes what an interrupted job left on the disk.
func (m *Maker) CleanUp() error {
	drafts, err := filepath.Glob(filepath.Join(m.app.DataDir(), core.LocalBackupsDirName, ".*"+draftSuffix))
	for _, path := range append(drafts, filepath.Join(m.app.DataDir(), workName)) {
		err = errors.Join(err, os.RemoveAll(path))
	}
	return err
}

func code(err error, step string, isRemote bool) string {
	var integrity *integrityError
	var damaged *damagedError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case isDiskFull(err):
		return "space"
	case errors.As(err, &integrity) || strings.Contains(err.Error(), "malformed"):
		return "integrity"
	case errors.As(err, &damaged):
		return "broken"
	case isRemote && (step == "upload" || step == "check"):
		return "store"
	}
	return "failed"
}

// isDiskFull also finds the errors of SQLite.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || strings.Contains(err.Error(), "disk is full")
}
