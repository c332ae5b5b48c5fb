package admission

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Limits of bodies that are received at once. Each is in memory, up to the limit of its route.
const (
	maxOfUser    = 16
	maxOfNetwork = 2
	maxAnonymous = 32
	// anonymousTimeout is the time in which the body of an anonymous client must arrive.
	anonymousTimeout = 5 * time.Second
	// arrivedTimeout is the time of any body beyond the limits: small bodies arrive with the headers, so that slow ones do not block them.
	arrivedTimeout = 20 * time.Millisecond
	// readTimeout is PocketBase's own timeout for receiving a call.
	readTimeout = 5 * time.Minute
)

// bodies counts the bodies that are received at present, by user or network.
type bodies struct {
	mutex     sync.Mutex
	ofOwners  map[string]int
	anonymous int
}

func newBodies() *bodies { return &bodies{ofOwners: map[string]int{}} }

// expectsBody returns whether calls of this method have a body.
func expectsBody(request *http.Request) bool {
	return request.Method != http.MethodGet && request.Method != http.MethodHead
}

// receive reads the body of a call into memory, where the handler reads it again. It returns false if the body has not arrived and too many
// others are awaited.
func (b *bodies) receive(e *core.RequestEvent) bool {
	connection := http.NewResponseController(e.Response)
	if e.Request.ContentLength == 0 {
		return true
	}
	if !expectsBody(e.Request) {
		// The response is sent at once, and the connection closed.
		e.Response.Header().Set("Connection", "close")
		_ = connection.SetReadDeadline(time.Now())
		return true
	}
	end := b.begin(e)
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
		return false
	}
	if err == nil {
		_ = connection.SetReadDeadline(time.Now().Add(readTimeout))
	}
	// After an error the handler refuses what has arrived, and does not wait for the rest.
	if body, ok := e.Request.Body.(router.Rereader); ok {
		body.Reread()
	}
	return true
}

// begin counts a body and returns the function that ends its count; nil if there are too many.
func (b *bodies) begin(e *core.RequestEvent) func() {
	owner, limit, anonymous := network(e.RealIP()), maxOfNetwork, 1
	if e.Auth != nil {
		owner, limit, anonymous = e.Auth.Id, maxOfUser, 0
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
