package admission

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"
)

// await returns once a number of calls wait.
func await(l *line, count int) {
	for {
		l.mutex.Lock()
		awaiting := l.awaiting
		l.mutex.Unlock()
		if awaiting == count {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func TestOwnersTakeTurnsAndKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(Kind{AtOnce: 1, Waiting: 10, Seconds: 60})
		release := l.enter(t.Context(), "first")
		var order []string
		var calls sync.WaitGroup
		for i, call := range []string{"ana 1", "ana 2", "ana 3", "luis 1", "eva 1"} {
			calls.Go(func() {
				end := l.enter(t.Context(), strings.Fields(call)[0])
				order = append(order, call)
				end()
			})
			await(l, i+1)
		}
		release()
		calls.Wait()
		if got := fmt.Sprint(order); got != "[ana 1 luis 1 eva 1 ana 2 ana 3]" {
			t.Error(got)
		}
		if len(l.owners) != 0 || l.inUse != 0 || l.awaiting != 0 || len(l.turns) != 0 {
			t.Errorf("%d owners, %d in use, %d waiting, %d turns remain", len(l.owners), l.inUse, l.awaiting, len(l.turns))
		}
	})
}

func TestLimits(t *testing.T) {
	for name, test := range map[string]struct {
		kind   Kind
		owners string
		// expected has for each call whether it runs (r), waits (w) or is refused (-).
		expected string
	}{
		"slots":                   {Kind{AtOnce: 2, Waiting: 1, Seconds: 9}, "abcd", "rrw-"},
		"without waiting":         {Kind{AtOnce: 2}, "abc", "rr-"},
		"of an owner":             {Kind{AtOnce: 4, PerOwner: 2, Waiting: 9, Seconds: 9}, "aaab", "rr-r"},
		"waiting calls count too": {Kind{AtOnce: 1, PerOwner: 2, Waiting: 9, Seconds: 9}, "aaab", "rw-w"},
		"the owner with most":     {Kind{AtOnce: 1, Waiting: 3, Seconds: 9}, "aaaabc", "rw--ww"},
		"an owner beside others":  {Kind{AtOnce: 3, OwnerAtOnce: 2, Waiting: 9, Seconds: 9}, "aaabb", "rrwrw"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLine(test.kind)
				ctx, cancel := context.WithCancel(t.Context())
				var results []chan func()
				for _, owner := range test.owners {
					result := make(chan func(), 1)
					results = append(results, result)
					go func() { result <- l.enter(ctx, string(owner)) }()
					synctest.Wait()
				}
				got := ""
				for _, result := range results {
					select {
					case release := <-result:
						if release == nil {
							got += "-"
						} else {
							got += "r"
							defer release()
						}
					default:
						got += "w"
					}
				}
				if got != test.expected {
					t.Errorf("%s, not %s", got, test.expected)
				}
				cancel()
			})
		})
	}
}

func TestSlowCallsLeaveTheirSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(Kind{AtOnce: 1, Waiting: 9, Seconds: 60, Slow: 4})
		begin := time.Now()
		var releases []func()
		// A quarter of the slow calls may be of one owner, so the second call of ana holds the slot.
		for _, name := range []string{"luis", "ana", "ana"} {
			releases = append(releases, l.enter(t.Context(), name))
		}
		if waited := time.Since(begin); waited != 2*slowAfter || l.slow != 2 || l.inUse != 1 {
			t.Errorf("after %s: %d slow, %d in use", waited, l.slow, l.inUse)
		}
		time.Sleep(slowAfter)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if l.enter(ctx, "eva") != nil {
			t.Error("a second slow call of an owner left its slot")
		}
		for _, release := range releases {
			release()
			release()
		}
		time.Sleep(slowAfter)
		if l.slow != 0 || l.inUse != 0 || len(l.owners) != 0 {
			t.Errorf("%d slow, %d in use, %d owners", l.slow, l.inUse, len(l.owners))
		}
	})
}

func TestWaitingEndsWithItsTimeoutOrItsClient(t *testing.T) {
	for name, end := range map[string]func(cancel func()){
		"timeout": func(func()) { time.Sleep(15 * time.Second) },
		"client":  func(cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newLine(Kind{AtOnce: 1, Waiting: 1, Seconds: 15})
				release := l.enter(t.Context(), "ana")
				ctx, cancel := context.WithCancel(t.Context())
				result := make(chan func())
				go func() { result <- l.enter(ctx, "luis") }()
				synctest.Wait()
				end(cancel)
				if <-result != nil {
					t.Error("the call runs")
				}
				cancel()
				release()
				if again := l.enter(t.Context(), "eva"); again == nil || len(l.owners) != 1 {
					t.Errorf("%d owners remain", len(l.owners))
				}
			})
		})
	}
}

func TestNoSlotIsHeldTwice(t *testing.T) {
	l := newLine(Kind{AtOnce: 3, OwnerAtOnce: 2, Waiting: 1000, Seconds: 60})
	var running, most atomic.Int64
	var calls sync.WaitGroup
	for i := range 200 {
		calls.Go(func() {
			for range 20 {
				release := l.enter(t.Context(), fmt.Sprint(i%5))
				now := running.Add(1)
				for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
				}
				running.Add(-1)
				release()
				release()
			}
		})
	}
	calls.Wait()
	if most.Load() > 3 || l.inUse != 0 || len(l.owners) != 0 {
		t.Errorf("%d at once, %d in use, %d owners", most.Load(), l.inUse, len(l.owners))
	}
}

// serve answers calls of a kind with a handler, as PocketBase does, without a database.
func serve(t *testing.T, kind Kind, handler func(e *core.RequestEvent) error) (*Admission, string) {
	a := New()
	middlewares := a.Configure(Config{Kinds: map[string]Kind{"kind": kind}, Refusals: Refusals{
		Busy: Refusal{503, "busy"}, Storage: Refusal{503, "storage"}, Unknown: Refusal{500, "unknown"}, Session: Refusal{401, "session"}, Key: Refusal{401, "key"},
	}, KeyPrefix: "fp_"})
	app, err := newApp(t)
	if err != nil {
		t.Fatal(err)
	}
	routes := router.NewRouter(func(w http.ResponseWriter, r *http.Request) (*core.RequestEvent, router.EventCleanupFunc) {
		e := &core.RequestEvent{App: app}
		e.Response, e.Request = w, r
		return e, nil
	})
	routes.Bind(&hook.Handler[*core.RequestEvent]{Priority: -2000, Func: func(e *core.RequestEvent) (err error) {
		defer func() {
			if recover() != nil {
				err = e.InternalServerError("", nil)
			}
		}()
		return e.Next()
	}})
	routes.Any("/call", handler).Bind(middlewares["kind"])
	mux, err := routes.BuildMux()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return a, server.URL + "/call"
}

func newApp(t *testing.T) (core.App, error) {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	return app, app.Bootstrap()
}

// ask makes a call and returns its status, Retry-After and body.
func ask(method, url string, body io.Reader, headers ...string) string {
	request, _ := http.NewRequest(method, url, body)
	if len(headers) > 0 {
		request.Header.Set("Authorization", headers[0])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "cut"
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "cut"
	}
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", response.Header.Get("Retry-After"), " ", string(text)))
}

func TestErrorsOfHandlers(t *testing.T) {
	for name, test := range map[string]struct {
		err      error
		stored   bool
		expected string
	}{
		"none":            {nil, false, "200  done"},
		"query timeout":   {fmt.Errorf("context deadline exceeded; failed query: SELECT"), false, "503 2 busy"},
		"after a write":   {fmt.Errorf("context deadline exceeded; failed query: SELECT"), true, "503  busy"},
		"hidden timeout":  {router.NewNotFoundError("", fmt.Errorf("interrupted (9); failed query: SELECT")), false, "503 2 busy"},
		"full disk":       {fmt.Errorf("database or disk is full (13)"), false, "503  storage"},
		"exception":       {fmt.Errorf("TypeError: Cannot read property 'id' of null at x.js"), false, "500  unknown"},
		"hidden":          {router.NewBadRequestError("", fmt.Errorf("GoError: RangeError: too far")), false, "500  unknown"},
		"refusal":         {router.NewApiError(409, "Taken.", nil), false, `409  {"data":{},"message":"Taken.","status":409}`},
		"mentions errors": {router.NewApiError(400, "Not a TypeError: no.", nil), false, `400  {"data":{},"message":"Not a TypeError: no.","status":400}`},
	} {
		t.Run(name, func(t *testing.T) {
			_, url := serve(t, Kind{AtOnce: 1}, func(e *core.RequestEvent) error {
				e.Set(StoredKey, test.stored)
				if test.err == nil {
					return e.String(200, "done")
				}
				return test.err
			})
			for range 2 {
				if got := ask("GET", url, nil); got != test.expected {
					t.Errorf("%s, not %s", got, test.expected)
				}
			}
		})
	}
}

func TestAnErrorAbortsAResponseThatHasBegun(t *testing.T) {
	_, url := serve(t, Kind{AtOnce: 1}, func(e *core.RequestEvent) error {
		e.Response.Header().Set("Content-Length", "9")
		_, _ = e.Response.Write([]byte("part"))
		return fmt.Errorf("TypeError: no")
	})
	if got := ask("GET", url, nil); got != "cut" {
		t.Error(got)
	}
}

func TestAnErrorAfterACompleteResponseChangesNothing(t *testing.T) {
	for expected, respond := range map[string]func(e *core.RequestEvent) error{
		"204":         func(e *core.RequestEvent) error { return e.NoContent(204) },
		"401  needed": func(e *core.RequestEvent) error { return e.String(401, "needed") },
	} {
		_, url := serve(t, Kind{AtOnce: 1}, func(e *core.RequestEvent) error {
			_ = respond(e)
			return fmt.Errorf("no user has this address")
		})
		if got := ask("GET", url, nil); got != expected {
			t.Errorf("%s, not %s", got, expected)
		}
	}
}

func TestSlotsAreReleased(t *testing.T) {
	for name, handler := range map[string]func(a *Admission, e *core.RequestEvent){
		"by a panic": func(*Admission, *core.RequestEvent) { panic("lost") },
		"early": func(a *Admission, e *core.RequestEvent) {
			a.Release(e)
			a.Release(e)
			if usage := a.Usage(); usage.InUse["kind"] != 0 {
				panic("not released")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var a *Admission
			a, url := serve(t, Kind{AtOnce: 1}, func(e *core.RequestEvent) error {
				handler(a, e)
				return e.NoContent(204)
			})
			for range 3 {
				ask("GET", url, nil)
			}
			if usage := a.Usage(); usage.InUse["kind"] != 0 || usage.Limit["kind"] != 1 || usage.Refused != 0 {
				t.Errorf("%+v", usage)
			}
		})
	}
}

func TestCallers(t *testing.T) {
	for _, test := range []struct {
		method, token string
		kind          Kind
		expected      string
	}{
		{"GET", "", Kind{}, "204"},
		{"POST", "", Kind{}, "401  session"},
		{"POST", "Bearer fp_x", Kind{}, "401  key"},
		{"POST", "", Kind{Open: true}, "204"},
		{"POST", "", Kind{Forwards: true}, "204"},
	} {
		test.kind.AtOnce = 1
		_, url := serve(t, test.kind, func(e *core.RequestEvent) error { return e.NoContent(204) })
		if got := ask(test.method, url, strings.NewReader("{}"), test.token); got != test.expected {
			t.Errorf("%s %q %+v: %s", test.method, test.token, test.kind, got)
		}
	}
}

func TestSlowBodiesTakeNoSlot(t *testing.T) {
	a, url := serve(t, Kind{AtOnce: 1, Open: true}, func(e *core.RequestEvent) error {
		text, err := io.ReadAll(e.Request.Body)
		if err != nil {
			return err
		}
		return e.String(200, string(text))
	})
	results := make(chan string)
	begin := func() *io.PipeWriter {
		slow, pipe := io.Pipe()
		go func() { results <- ask("POST", url, slow) }()
		_, _ = pipe.Write([]byte("slow "))
		return pipe
	}
	// A network may have two: the third is refused.
	pipes := []*io.PipeWriter{begin(), begin()}
	for awaited := 0; awaited < maxOfNetwork; time.Sleep(time.Millisecond) {
		a.bodies.mutex.Lock()
		awaited = a.bodies.anonymous
		a.bodies.mutex.Unlock()
	}
	third := begin()
	if got := <-results; got != "503 2 busy" {
		t.Error(got)
	}
	_ = third.Close()
	if got := ask("POST", url, strings.NewReader("fast")); got != "200  fast" {
		t.Error(got)
	}
	for _, pipe := range pipes {
		_, _ = pipe.Write([]byte("end"))
		_ = pipe.Close()
		if got := <-results; got != "200  slow end" {
			t.Error(got)
		}
	}
	if len(a.bodies.ofOwners) != 0 || a.bodies.anonymous != 0 || a.bodies.bytes != 0 || len(a.bodies.ownBytes) != 0 {
		t.Errorf("%d owners and %d bytes remain", len(a.bodies.ofOwners), a.bodies.bytes)
	}
}

func TestBodiesInMemoryAreLimited(t *testing.T) {
	b := newBodies()
	var frees []func()
	// At most 16 MiB of one owner and 64 MiB of all.
	for _, body := range []struct {
		owner string
		size  int64
		kept  bool
	}{{"ana", 16, true}, {"ana", 1, false}, {"luis", 17, false}, {"luis", 16, true}, {"eva", 16, true}, {"leo", 15, true}, {"sol", 2, false}, {"sol", 1, true}} {
		free := b.keep(body.owner, body.size<<20)
		if (free != nil) != body.kept {
			t.Errorf("%s, %d MiB: kept is %v", body.owner, body.size, free != nil)
		}
		if free != nil {
			frees = append(frees, free)
		}
	}
	for _, free := range frees {
		free()
	}
	if b.bytes != 0 || len(b.ownBytes) != 0 {
		t.Errorf("%d bytes of %d owners remain", b.bytes, len(b.ownBytes))
	}
}

func TestNetwork(t *testing.T) {
	for address, expected := range map[string]string{
		"192.0.2.7":            "192.0.2.7",
		"::ffff:192.0.2.7":     "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"fe80::1%eth0":         "fe80::/64",
		"unknown":              "unknown",
	} {
		if got := network(address); got != expected {
			t.Errorf("%s: %s", address, got)
		}
	}
}

func TestConnectionsOfOneNetworkAreLimited(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &peerListener{Listener: inner, open: map[string]int{}, limit: 2}
	accepted := make(chan net.Conn, 9)
	go func() {
		for connection, err := l.Accept(); err == nil; connection, err = l.Accept() {
			accepted <- connection
		}
	}()
	open := func(from string) net.Conn {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		connection, err := dialer.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close() })
		return connection
	}
	open("127.0.0.2")
	open("127.0.0.2")
	first := <-accepted
	<-accepted
	// The third is closed by the server.
	if _, err := open("127.0.0.2").Read(make([]byte, 1)); err == nil {
		t.Error("the third connection is open")
	}
	open("127.0.0.3")
	if host := (<-accepted).RemoteAddr().String(); !strings.HasPrefix(host, "127.0.0.3:") {
		t.Error(host)
	}
	_ = first.Close()
	_ = first.Close()
	open("127.0.0.2")
	<-accepted
	_ = inner.Close()
}
