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

	mutex sync.Mutex
	// inUse are the slots in use, and slow the calls that have left theirs to others.
	inUse, awaiting, slow int
	owners                map[string]*owner
	// turns are the owners of waiting calls, the next one first.
	turns []*owner
}

// owner is a user or a network with calls that run or wait.
type owner struct {
	running, slow int
	// waiting are the calls that wait, the oldest first; a channel gets true once its call has a slot, and false if it is refused.
	waiting []chan bool
}

func (o *owner) calls() int { return o.running + o.slow + len(o.waiting) }

// slowAfter is the time after which a call counts as slow.
const slowAfter = 2 * time.Second

func newLine(kind Kind) *line {
	if kind.OwnerAtOnce == 0 {
		kind.OwnerAtOnce = kind.AtOnce
	}
	return &line{Kind: kind, owners: map[string]*owner{}}
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
	if l.PerOwner > 0 && o.calls() >= l.PerOwner {
		return nil
	}
	// If a slot is free, no call waits that may use it.
	if l.inUse < l.AtOnce && o.running < l.OwnerAtOnce {
		l.inUse++
		o.running++
	} else if (l.awaiting >= l.Waiting && !l.evict(o)) || !l.wait(ctx, o) {
		return nil
	}
	return l.releaser(name, o)
}

// releaser returns the function that releases a slot. A slow call releases it earlier, if few calls are slow: what it waits for, such as a
// client that does not read its response, would hold all slots otherwise.
func (l *line) releaser(name string, o *owner) func() {
	// hasLeft is true once the slot is free.
	hasLeft := false
	timer := time.AfterFunc(slowAfter, func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		// At most a quarter of the slow calls are of one owner.
		if hasLeft || l.slow >= l.Slow || o.slow >= max(l.Slow/4, 1) {
			return
		}
		hasLeft = true
		l.slow, o.slow = l.slow+1, o.slow+1
		l.leave(o)
	})
	return sync.OnceFunc(func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		timer.Stop()
		if hasLeft {
			l.slow, o.slow = l.slow-1, o.slow-1
		} else {
			hasLeft = true
			l.leave(o)
		}
		l.forget(name, o)
	})
}

// leave frees a slot of an owner.
func (l *line) leave(o *owner) {
	l.inUse--
	o.running--
	l.grant()
}

// evict refuses the newest waiting call of the owner that has most of them, if that is not o, so that few owners cannot refuse all others.
func (l *line) evict(o *owner) bool {
	if len(l.turns) == 0 {
		return false
	}
	most := slices.MaxFunc(l.turns, func(a, b *owner) int { return len(a.waiting) - len(b.waiting) })
	last := len(most.waiting) - 1
	if last <= len(o.waiting) {
		return false
	}
	most.waiting[last] <- false
	l.remove(most, last)
	return true
}

// remove removes a waiting call.
func (l *line) remove(o *owner, i int) {
	l.awaiting--
	if o.waiting = slices.Delete(o.waiting, i, i+1); len(o.waiting) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(each *owner) bool { return each == o })
	}
}

// wait waits for a slot, with the mutex unlocked meanwhile.
func (l *line) wait(ctx context.Context, o *owner) bool {
	turn := make(chan bool, 1)
	if o.waiting = append(o.waiting, turn); len(o.waiting) == 1 {
		l.turns = append(l.turns, o)
	}
	l.awaiting++
	l.mutex.Unlock()
	limited, cancel := context.WithTimeout(ctx, seconds(l.Seconds))
	defer cancel()
	select {
	case hasSlot := <-turn:
		l.mutex.Lock()
		return hasSlot
	case <-limited.Done():
	}
	l.mutex.Lock()
	if i := slices.Index(o.waiting, turn); i >= 0 {
		l.remove(o, i)
		return false
	}
	return <-turn
}

// grant passes free slots to waiting calls of owners that may run another one.
func (l *line) grant() {
	for l.inUse < l.AtOnce {
		i := slices.IndexFunc(l.turns, func(o *owner) bool { return o.running < l.OwnerAtOnce })
		if i < 0 {
			return
		}
		next := l.turns[i]
		next.waiting[0] <- true
		l.remove(next, 0)
		if len(next.waiting) > 0 {
			l.turns = append(slices.Delete(l.turns, i, i+1), next)
		}
		next.running++
		l.inUse++
	}
}

// forget removes an owner without calls, so that clients with many addresses do not fill the memory.
func (l *line) forget(name string, o *owner) {
	if o.calls() == 0 && l.owners[name] == o {
		delete(l.owners, name)
	}
}

func seconds(count float64) time.Duration { return time.Duration(count * float64(time.Second)) }
