package memory

import (
	"context"
	"runtime/debug"
	"testing"
)

func TestConfigure(t *testing.T) {
	for _, test := range []struct {
		name  string
		env   map[string]string
		limit int64
	}{
		{"sets the default limit", nil, 245 << 20},
		{"sets the default limit if the variable is empty", map[string]string{"GOMEMLIMIT": ""}, 245 << 20},
		{"keeps the limit of the environment", map[string]string{"GOMEMLIMIT": "1GiB"}, 1 << 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			previous := debug.SetMemoryLimit(1 << 30)
			defer debug.SetMemoryLimit(previous)
			defer debug.SetGCPercent(debug.SetGCPercent(100))
			Configure(func(name string) (string, bool) { value, ok := test.env[name]; return value, ok })
			if limit := debug.SetMemoryLimit(-1); limit != test.limit {
				t.Errorf("limit is %d, want %d", limit, test.limit)
			}
		})
	}
}

func TestDetector(t *testing.T) {
	const mib = 1 << 20
	for _, test := range []struct {
		name string
		// grown are the MiB allocated before each observation.
		grown []uint64
		// due are the observations that release memory, zero-based.
		due []int
	}{
		{"releases nothing at rest", []uint64{3, 1, 1, 1}, nil},
		{"waits until a burst has ended", []uint64{200, 90, 40, 1, 1}, []int{3}},
		{"releases again once garbage has gathered slowly", []uint64{60, 4, 4, 4, 4, 4, 4, 4}, []int{1, 7}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var d detector
			var total uint64
			var due []int
			for i, grown := range test.grown {
				total += grown * mib
				if d.observe(total) {
					due = append(due, i)
					d.released(total)
				}
			}
			if len(due) != len(test.due) {
				t.Fatalf("released at %v, want %v", due, test.due)
			}
			for i := range due {
				if due[i] != test.due[i] {
					t.Fatalf("released at %v, want %v", due, test.due)
				}
			}
		})
	}
}

func ExampleConfigure() {
	Configure(func(string) (string, bool) { return "", false })
	// Output:
}

func ExampleReleaseWhenIdle() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ReleaseWhenIdle(ctx)
	// Output:
}
