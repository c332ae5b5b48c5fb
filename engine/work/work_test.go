package work

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// count returns a Waker of one job and the number of its runs.
func count(duration time.Duration) (*Waker, *atomic.Int32) {
	var runs atomic.Int32
	find := func(string) func() {
		return func() {
			runs.Add(1)
			time.Sleep(duration)
		}
	}
	return NewWaker(find, func(string, any) {}), &runs
}

func TestWake(t *testing.T) {
	for _, test := range []struct {
		name     string
		duration time.Duration
		// wakes are delays in ms of calls that arrive 10 ms apart.
		wakes []int64
		// runs are the number of runs after 5, 55 and 1,000 ms.
		runs [3]int32
	}{
		{"runs at once", 0, []int64{0}, [3]int32{1, 1, 1}},
		{"runs after a delay", 0, []int64{50}, [3]int32{0, 1, 1}},
		{"runs at the earliest of several times", 0, []int64{500, 20, 400}, [3]int32{0, 1, 1}},
		{"runs once more if it is woken while it runs", 100 * time.Millisecond, []int64{0, 0, 0, 0}, [3]int32{1, 1, 2}},
		{"treats a negative delay as none", 0, []int64{-5}, [3]int32{1, 1, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				waker, runs := count(test.duration)
				start := time.Now()
				go func() {
					for _, delay := range test.wakes {
						waker.Wake("job", delay)
						time.Sleep(10 * time.Millisecond)
					}
				}()
				for i, ms := range []time.Duration{5, 55, 1_000} {
					time.Sleep(ms*time.Millisecond - time.Since(start))
					if got := runs.Load(); got != test.runs[i] {
						t.Errorf("after %d ms it ran %d times, want %d", ms, got, test.runs[i])
					}
				}
			})
		})
	}
}

func TestWakeNeverRunsTwiceAtOnce(t *testing.T) {
	var running, most atomic.Int32
	var done sync.WaitGroup
	waker := NewWaker(func(string) func() {
		return func() {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Millisecond)
			running.Add(-1)
		}
	}, func(string, any) {})
	for range 20 {
		done.Go(func() {
			for range 50 {
				waker.Wake("job", 0)
			}
		})
	}
	done.Wait()
	time.Sleep(20 * time.Millisecond)
	if most.Load() != 1 {
		t.Errorf("%d runs at once", most.Load())
	}
}

func TestWakeSurvivesPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reports []string
		runs := 0
		waker := NewWaker(func(name string) func() {
			if name == "none" {
				return nil
			}
			return func() {
				runs++
				panic("broken")
			}
		}, func(name string, reason any) { reports = append(reports, fmt.Sprint(name, ": ", reason)) })
		for range 2 {
			waker.Wake("job", 0)
			time.Sleep(time.Millisecond)
			synctest.Wait()
		}
		waker.Wake("none", 0)
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if want := `[job: broken job: broken none: no job is named "none"]`; runs != 2 || fmt.Sprint(reports) != want {
			t.Errorf("%d runs, reports %v", runs, reports)
		}
	})
}

func ExampleWaker_Wake() {
	done := make(chan bool)
	jobs := map[string]func(){"greet": func() { fmt.Println("hello"); close(done) }}
	waker := NewWaker(func(name string) func() { return jobs[name] }, nil)
	waker.Wake("greet", 0)
	<-done
	// Output: hello
}
