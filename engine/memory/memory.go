// Package memory limits the memory of the program, and returns what it no longer uses to the operating system.
//
// Go collects garbage only when the heap has grown by a share of its size, and otherwise every two minutes. After a burst of calls an
// idle server would keep the memory of the burst until then.
package memory

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Defaults for a container of 512 MiB and two processors.
const (
	// limitBytes is a soft limit of Go's memory. SQLite's caches and the binary are not part of it.
	limitBytes = 245 << 20
	// growthPercent starts a collection once new memory is this share of the memory in use. Go's 100 collects more often and delays calls;
	// with 200 a batch of 100,000 rows took 256 MiB.
	growthPercent = 150
	// minThreads is the least number of threads that run Go code, even with fewer processors. While all are busy with documents, the system
	// schedules a new call within a few ms. Go would do so only after 10 ms for each call that waits before it.
	minThreads = 8
)

// Configure sets the defaults. The variables of Go's runtime (GOMEMLIMIT, GOGC, GOMAXPROCS) take precedence; lookup is os.LookupEnv.
func Configure(lookup func(string) (string, bool)) {
	set := func(name string, apply func()) {
		if value, isSet := lookup(name); !isSet || value == "" {
			apply()
		}
	}
	set("GOMEMLIMIT", func() { debug.SetMemoryLimit(limitBytes) })
	set("GOGC", func() { debug.SetGCPercent(growthPercent) })
	set("GOMAXPROCS", func() { runtime.GOMAXPROCS(max(minThreads, runtime.NumCPU())) })
}

// interval is the time between two looks at the allocations.
const interval = 2 * time.Second

// ReleaseWhenIdle starts a goroutine that releases memory once the program is idle. It ends with ctx.
func ReleaseWhenIdle(ctx context.Context) {
	go func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		idle := detector{}
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if idle.observe(allocatedBytes()) {
					debug.FreeOSMemory()
					idle.released(allocatedBytes())
				}
			}
		}
	}()
}

// allocatedBytes returns the bytes that the program has allocated on the heap since its start, including those already freed.
func allocatedBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

const (
	// idleBytes is the most that an idle program allocates between two observations: its jobs query the database.
	idleBytes = 4 << 20
	// worthBytes is the least amount of allocations since the last release that makes a collection worth its time.
	worthBytes = 24 << 20
)

// detector decides when a release is due.
type detector struct{ previous, atRelease uint64 }

// observe takes the bytes allocated so far, and reports whether the program is idle and has enough garbage.
func (d *detector) observe(allocated uint64) bool {
	grown := allocated - d.previous
	d.previous = allocated
	return grown <= idleBytes && allocated-d.atRelease >= worthBytes
}

// released notes the bytes allocated when memory was released.
func (d *detector) released(allocated uint64) { d.previous, d.atRelease = allocated, allocated }
