package admission

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Limits of bodies that are received at the same time. Each is in memory, up to the limit of its route, until its call ends.
const (
	maxOfUser    = 16
	maxOfNetwork = 2
	maxAnonymous = 32
	// maxBytes and maxOwnerBytes limit the memory of all bodies and of those of one owner, also while their calls wait.
	maxBytes      = 64 << 20
	maxOwnerBytes = 16 << 20
	// unknownSize is the size that is assumed of a body without Content-Length.
	unknownSize = 1 << 20
	// anonymousTimeout is the time in which the body of an anonymous client must arrive.
	anonymousTimeout = 5 * time.Second
	// arrivedTimeout is the time of any body beyond the limits: small bodies arrive with the headers, so that slow ones do not block them.
	arrivedTimeout = 20 * time.Millisecond
	// readTimeout is PocketBase's own timeout for receiving a call.
	readTimeout = 5 * time.Minute
)

// bodies counts the bodies that are received at present, and the bytes of those in memory, by user or network.
type bodies struct {
	mutex     sync.Mutex
	ofOwners  map[string]int
	anonymous int
	bytes     int64
	ownBytes  map[string]int64
}

func newBodies() *bodies { return &bodies{ofOwners: map[string]int{}, ownBytes: map[string]int64{}} }

// expectsBody returns whether calls of this method have a body.
func expectsBody(request *http.Request) bool {
	return request.Method != http.MethodGet && request.Method != http.MethodHead
}

// receive reads the body of a call into memory, where the handler reads it again. It returns a function to call at the end of the call; nil if
// the body has not arrived and too many others are awaited, or if there is no memory for it.
func (b *bodies) receive(e *core.RequestEvent) (free func()) {
	connection := http.NewResponseController(e.Response)
	if e.Request.ContentLength == 0 {
		return func() {}
	}
	if !expectsBody(e.Request) {
		// The response is sent immediately, and the connection closed.
		e.Response.Header().Set("Connection", "close")
		_ = connection.SetReadDeadline(time.Now())
		return func() {}
	}
	owner, size := bodyOwner(e), e.Request.ContentLength
	if size < 0 {
		size = unknownSize
	}
	if free = b.keep(owner, size); free == nil {
		return nil
	}
	end := b.begin(owner, e.Auth == nil)
	timeout := readTimeout
	if end == nil {
		timeout = arrivedTimeout
	} else if e.Auth == nil {
		timeout = anonymousTimeout
	}
	_ = connection.SetReadDeadline(time.Now().Add(timeout))
	_, err := io.Copy(io.Discard, e.Request.Body)
	if end != nil {
		end()
	} else if err != nil {
		_ = connection.SetReadDeadline(time.Now().Add(anonymousTimeout))
		free()
		return nil
	}
	if err == nil {
		_ = connection.SetReadDeadline(time.Now().Add(readTimeout))
	}
	// After an error the handler refuses what has arrived, and does not wait for the rest.
	if body, ok := e.Request.Body.(router.Rereader); ok {
		body.Reread()
	}
	return free
}

func bodyOwner(e *core.RequestEvent) string {
	if e.Auth != nil {
		return e.Auth.Id
	}
	return network(e.RealIP())
}

// begin counts a body and returns the function that ends its count; nil if there are too many.
func (b *bodies) begin(owner string, isAnonymous bool) func() {
	limit, anonymous := maxOfUser, 0
	if isAnonymous {
		limit, anonymous = maxOfNetwork, 1
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.ofOwners[owner] >= limit || b.anonymous+anonymous > maxAnonymous {
		return nil
	}
	b.ofOwners[owner]++
	b.anonymous += anonymous
	return func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.anonymous -= anonymous
		if b.ofOwners[owner]--; b.ofOwners[owner] == 0 {
			delete(b.ofOwners, owner)
		}
	}
}

// keep counts the bytes of a body, before it is received, and returns the function that ends their count; nil if there are too many.
func (b *bodies) keep(owner string, size int64) func() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.bytes+size > maxBytes || b.ownBytes[owner]+size > maxOwnerBytes {
		return nil
	}
	b.bytes += size
	b.ownBytes[owner] += size
	return func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.bytes -= size
		if b.ownBytes[owner] -= size; b.ownBytes[owner] == 0 {
			delete(b.ownBytes, owner)
		}
	}
}
