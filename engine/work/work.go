// Package work runs jobs when their work is due, instead of asking for it again and again.
//
// Whoever creates work wakes its job, immediately or after a delay. A job never runs twice at the same time: if it is woken while it runs, it runs
// once more afterwards. A job that panics is logged and can be woken again.
package work

import (
	"fmt"
	"sync"
	"time"
)

// Waker starts jobs by name.
type Waker struct {
	// find returns the function of a job; nil if there is none.
	find func(name string) func()
	// report logs a panic.
	report func(name string, reason any)

	mutex sync.Mutex
	jobs  map[string]*job
}

// job is the state of a job; the mutex of its Waker guards it.
type job struct {
	isRunning bool
	// due is the time of the next run; zero if none is planned.
	due time.Time
	// timer starts the next run; nil while the job runs.
	timer *time.Timer
}

// NewWaker returns a Waker of the jobs that find knows.
func NewWaker(find func(name string) func(), report func(name string, reason any)) *Waker {
	return &Waker{find: find, report: report, jobs: map[string]*job{}}
}

// Wake runs a job after a delay in ms, unless an earlier run is planned already. It returns immediately.
func (w *Waker) Wake(name string, delay int64) {
	due := time.Now().Add(time.Duration(max(delay, 0)) * time.Millisecond)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	planned := w.jobs[name]
	if planned == nil {
		planned = &job{}
		w.jobs[name] = planned
	}
	if !planned.due.IsZero() && !due.Before(planned.due) {
		return
	}
	planned.due = due
	w.plan(name, planned)
}

// plan starts the timer of the next run. While the job runs, its end does so.
func (w *Waker) plan(name string, planned *job) {
	if planned.isRunning || planned.due.IsZero() {
		return
	}
	if planned.timer != nil {
		planned.timer.Stop()
	}
	planned.timer = time.AfterFunc(time.Until(planned.due), func() { w.run(name, planned) })
}

// run runs a job unless another run has begun or the run was moved.
func (w *Waker) run(name string, planned *job) {
	w.mutex.Lock()
	if planned.isRunning || planned.due.IsZero() || time.Now().Before(planned.due) {
		w.mutex.Unlock()
		return
	}
	planned.isRunning, planned.due = true, time.Time{}
	w.mutex.Unlock()
	w.call(name)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	planned.isRunning = false
	w.plan(name, planned)
}

func (w *Waker) call(name string) {
	defer func() {
		if reason := recover(); reason != nil {
			w.report(name, reason)
		}
	}()
	function := w.find(name)
	if function == nil {
		panic(fmt.Sprintf("no job is named %q", name))
	}
	function()
}
