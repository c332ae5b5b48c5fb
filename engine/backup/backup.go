// Package backup makes, verifies and restores archives of a data directory: its database and the files that its records name.
//
// An archive is made in a goroutine while the server works. It counts only after it was read again from where it is stored, as a restore would:
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
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
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
	onEnd      func()
	isReserved atomic.Bool
	progress   atomic.Pointer[Progress]
	result     atomic.Pointer[Result]
}

// NewMaker returns a Maker that calls onEnd when Result has one.
func NewMaker(app core.App, onEnd func()) *Maker { return &Maker{app: app, onEnd: onEnd} }

// Reserve returns false if another job is reserved until Release.
func (m *Maker) Reserve() bool { return m.isReserved.CompareAndSwap(false, true) }

// Release discards the job and its result.
func (m *Maker) Release() {
	m.result.Store(nil)
	m.isReserved.Store(false)
}

// Progress returns the progress of the running job; nil if none runs.
func (m *Maker) Progress() *Progress { return m.progress.Load() }

// Result returns the result of the job that has ended; nil if there is none.
func (m *Maker) Result() *Result { return m.result.Load() }

// Start begins the reserved job and returns immediately.
func (m *Maker) Start(job Job) {
	go func() {
		m.result.Store(m.run(job))
		m.progress.Store(nil)
		m.onEnd()
	}()
}

func (m *Maker) run(job Job) *Result {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(job.Seconds)*time.Second)
	defer cancel()
	made, err := m.makeSafely(ctx, job, func(step string, done, total int64) { m.progress.Store(&Progress{step, done, total}) })
	// Frees the space of an unfinished archive, before anything else is written.
	if cleaned := m.CleanUp(); err == nil {
		err = cleaned
	}
	if err != nil {
		made = &Result{Cause: strings.Join(strings.Fields(err.Error()), " "), Code: m.code(err)}
	}
	made.Job = job
	return made
}

// makeSafely returns a panic as an error: the server goes on.
func (m *Maker) makeSafely(ctx context.Context, job Job, report func(step string, done, total int64)) (made *Result, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return m.make(ctx, job, report)
}

// CleanUp deletes what an interrupted job left on the disk.
func (m *Maker) CleanUp() error {
	drafts, err := filepath.Glob(filepath.Join(m.app.DataDir(), core.LocalBackupsDirName, ".*"+draftSuffix))
	for _, path := range append(drafts, filepath.Join(m.app.DataDir(), workName)) {
		err = errors.Join(err, os.RemoveAll(path))
	}
	return err
}

func (m *Maker) code(err error) string {
	step := m.Progress().Step
	var found *invalid
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case isDiskFull(err):
		return "space"
	case errors.As(err, &found):
		return found.Code
	case strings.Contains(err.Error(), "malformed"):
		return "integrity"
	case m.app.Settings().Backups.S3.Enabled && (step == "upload" || step == "check"):
		return "store"
	}
	return "failed"
}

// isDiskFull also finds the errors of SQLite.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || strings.Contains(err.Error(), "disk is full")
}
