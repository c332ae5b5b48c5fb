// Package admission limits the calls that the server answers at the same time.
//
// Each call has a kind with a number of slots. A call waits for a slot before anything is done for it that costs more than a goroutine: its
// body is received first, and its code runs in a virtual machine only afterwards. A call that would wait too long is refused with 503 and
// Retry-After. A slot is released when the call ends, also by a panic, or when its handler calls Release.
package admission

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Kind is a kind of calls. Its numbers are limits; an owner is a user, or the network of an anonymous client.
type Kind struct {
	// AtOnce limits the calls that run; OwnerAtOnce those of one owner, if it is not zero.
	AtOnce, OwnerAtOnce int
	// PerOwner limits the calls of an owner that run or wait, if it is not zero.
	PerOwner int
	// Waiting limits the calls that wait, and Seconds their wait.
	Waiting int
	Seconds float64
	// Slow limits the calls that leave their slot to others, because they run longer than two seconds.
	Slow int
	// SendSeconds is the timeout for sending the response, if it is not zero.
	SendSeconds float64
	// ByNetwork counts the calls of users by network too.
	ByNetwork bool
	// Open kinds take bodies of anonymous clients. Other kinds refuse their calls, except GET.
	Open bool
	// Forwards marks calls whose handler changes the request, which the server then answers without a slot of this kind. The body is
	// left to that answer.
	Forwards bool
}

// Config describes the kinds by name, and the responses to refused calls.
type Config struct {
	Kinds    map[string]Kind
	Refusals Refusals
	// Users is the collection of the users, and Active its field that is true if a user may make calls.
	Users, Active string
	// KeyPrefix is the prefix of secrets that are used at another address.
	KeyPrefix string
}

// Admission limits the calls of a server.
type Admission struct {
	config  Config
	lines   map[string]*line
	bodies  *bodies
	server  *http.Server
	refused atomic.Int64
	// storageLogged is the Unix time of the last log entry of an error of the storage.
	storageLogged atomic.Int64
}

// New returns an Admission that has no kinds yet.
func New() *Admission { return &Admission{lines: map[string]*line{}, bodies: newBodies()} }

// Configure sets the kinds, and returns the middleware of each.
func (a *Admission) Configure(config Config) map[string]*hook.Handler[*core.RequestEvent] {
	a.config = config
	middlewares := map[string]*hook.Handler[*core.RequestEvent]{}
	for name, kind := range config.Kinds {
		line := newLine(kind)
		a.lines[name] = line
		middlewares[name] = middleware(func(e *core.RequestEvent) error { return a.admit(e, line, true) })
	}
	return middlewares
}

// ByPattern returns the middleware of routes that have none of their own: of each the kind by its pattern. A pattern that names a collection
// instead of {collection} takes precedence. The routes decide themselves who may call them.
func (a *Admission) ByPattern(kinds map[string]string) *hook.Handler[*core.RequestEvent] {
	return middleware(func(e *core.RequestEvent) error {
		kind := kinds[e.Request.Pattern]
		if before, after, found := strings.Cut(e.Request.Pattern, "{collection}"); found {
			if collection, err := e.App.FindCachedCollectionByNameOrId(e.Request.PathValue("collection")); err == nil {
				if own := kinds[before+collection.Name+after]; own != "" {
					kind = own
				}
			}
		}
		line := a.lines[kind]
		if line == nil {
			return e.Next()
		}
		return a.admit(e, line, false)
	})
}

// middleware returns a handler that runs once the user and the limits of the body are known. A handler of a route replaces that of all
// routes, because their ids are equal.
func middleware(run func(e *core.RequestEvent) error) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{Id: "admission", Priority: apis.DefaultBodyLimitMiddlewarePriority + 5, Func: run}
}

// releaseKey is the key of the function that releases the slot of a call.
const releaseKey = "admissionRelease"

// admit runs a call once it has a slot. checksCaller is true for calls of the hooks, and false for PocketBase's own.
func (a *Admission) admit(e *core.RequestEvent, line *line, checksCaller bool) error {
	if isUserUnknown(e) {
		return a.refuse(e, a.config.Refusals.Busy)
	}
	if checksCaller && !line.Open && !line.Forwards {
		if refusal := a.checkCaller(e); refusal != nil {
			return refusal.respond(e)
		}
	}
	if !line.Forwards {
		free := a.bodies.receive(e)
		if free == nil {
			return a.refuse(e, a.config.Refusals.Busy)
		}
		defer free()
	}
	release := line.enter(e.Request.Context(), ownerOf(e, line))
	if release == nil {
		return a.refuse(e, a.config.Refusals.Busy)
	}
	defer release()
	e.Set(releaseKey, release)
	response := e.Response
	if line.SendSeconds > 0 {
		_ = http.NewResponseController(response).SetWriteDeadline(time.Now().Add(seconds(line.SendSeconds)))
	}
	err := e.Next()
	// A middleware such as compression may have replaced the response.
	e.Response = response
	if line.Forwards && err == nil && !e.Written() {
		release()
		a.server.Handler.ServeHTTP(e.Response, e.Request)
		return nil
	}
	return a.respond(e, err)
}

// Release releases the slot of a call before its handler ends.
func (a *Admission) Release(e *core.RequestEvent) {
	if release, ok := e.Get(releaseKey).(func()); ok {
		e.Set(releaseKey, nil)
		release()
	}
}

// Usage counts the calls by kind, and those that were refused because the server is busy or cannot store.
type Usage struct {
	InUse, Limit map[string]int
	Refused      int64
}

// Usage returns the present usage. The kind "waiting" counts the calls that wait.
func (a *Admission) Usage() Usage {
	usage := Usage{InUse: map[string]int{"waiting": 0}, Limit: map[string]int{"waiting": 0}, Refused: a.refused.Load()}
	for name, line := range a.lines {
		line.mutex.Lock()
		usage.InUse[name], usage.Limit[name] = line.inUse+line.slow, line.AtOnce
		usage.InUse["waiting"] += line.awaiting
		usage.Limit["waiting"] += line.Waiting
		line.mutex.Unlock()
	}
	return usage
}
