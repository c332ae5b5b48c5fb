package admission

import (
	"context"
	"slices"
	"sync"
	"time"
)

// line grants the slots of one kind. Calls that find none wait: owners take turns, and the calls of one owner keep their order, so that an
// owner with many calls delays others by one call only.
type line struct {
	Kind
	name string

	mutex           sync.Mutex
	inUse, awaiting int
	owners          map[string]*owner
	// turns are the owners of waiting calls, the next one first.
	turns []*owner
}

// owner is a user or a network with calls that run or wait.
type owner struct {
	running int
	// waiting are the calls that wait, the oldest first; a channel is closed once its call has a slot.
	waiting []chan struct{}
}

func newLine(name string, kind Kind) *line {
	if kind.OwnerAtOnce == 0 {
		kind.OwnerAtOnce = kind.AtOnce
	}
	return &line{Kind: kind, name: name, owners: map[string]*owner{}}
}

// enter takes a slot, and waits for it if none is free. It returns nil if too many calls wait, the timeout is over, or the client is gone.
// The returned function releases the slot; it may be called again.
func (l *line) enter(ctx context.Context, name string) func() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	o := l.owners[name]
	if o == nil {
		o = &owner{}
		l.owners[name] = o
	}
	defer l.forget(name, o)
	if l.PerOwner > 0 && o.running+len(o.waiting) >= l.PerOwner {
		return nil
	}
	// If a slot is free, no call waits that may use it.
	if l.inUse < l.AtOnce && o.running < l.OwnerAtOnce {
		l.inUse++
		o.running++
	} else if l.awaiting >= l.Waiting || !l.wait(ctx, o) {
		return nil
	}
	return sync.OnceFunc(func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.inUse--
		o.running--
		l.grant()
		l.forget(name, o)
	})
}

// wait waits for a slot, with the mutex unlocked meanwhile.
func (l *line) wait(ctx context.Context, o *owner) bool {
	turn := make(chan struct{})
	if o.waiting = append(o.waiting, turn); len(o.waiting) == 1 {
		l.turns = append(l.turns, o)
	}
	l.awaiting++
	l.mutex.Unlock()
	limited, cancel := context.WithTimeout(ctx, seconds(l.Seconds))
	select {
	case <-turn:
	case <-limited.Done():
	}
	cancel()
	l.mutex.Lock()
	i := slices.Index(o.waiting, turn)
	if i < 0 {
		return true
	}
	l.awaiting--
	if o.waiting = slices.Delete(o.waiting, i, i+1); len(o.waiting) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(each *owner) bool { return each == o })
	}
	return false
}

// grant passes free slots to waiting calls of owners that may run another one.
func (l *line) grant() {
	for l.inUse < l.AtOnce {
		i := slices.IndexFunc(l.turns, func(o *owner) bool { return o.running < l.OwnerAtOnce })
		if i < 0 {
			return
		}
		next := l.turns[i]
		l.turns = slices.Delete(l.turns, i, i+1)
		close(next.waiting[0])
		if next.waiting = next.waiting[1:]; len(next.waiting) > 0 {
			l.turns = append(l.turns, next)
		}
		next.running++
		l.inUse++
		l.awaiting--
	}
}

// forget removes an owner without calls, so that clients with many addresses do not fill the memory.
func (l *line) forget(name string, o *owner) {
	if o.running == 0 && len(o.waiting) == 0 && l.owners[name] == o {
		delete(l.owners, name)
	}
}

func seconds(count float64) time.Duration { return time.Duration(count * float64(time.Second)) }
