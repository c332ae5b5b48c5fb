package realtime

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

var users = core.NewAuthCollection("users")

// page is a connection with the messages it has received.
type page struct {
	*subscriptions.DefaultClient
	user *core.Record
}

func connect(broker *subscriptions.Broker, user string) page {
	client := subscriptions.NewDefaultClient()
	broker.Register(client)
	record := core.NewRecord(users)
	record.Id = user
	client.Set("auth", record)
	return page{client, record}
}

// subscribe subscribes a page as PocketBase does.
func (p page) subscribe(t *testing.T, owners *Owners, own []string, topics ...string) {
	t.Helper()
	event := &core.RealtimeSubscribeRequestEvent{RequestEvent: &core.RequestEvent{Auth: p.user}, Client: p, Subscriptions: topics}
	handlers := &hook.Hook[*core.RealtimeSubscribeRequestEvent]{}
	handlers.BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		return owners.Replace(e, own, []string{"letters", "parcels"})
	})
	if err := handlers.Trigger(event, func(e *core.RealtimeSubscribeRequestEvent) error {
		e.Client.Unsubscribe()
		e.Client.Subscribe(e.Subscriptions...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// topics returns the topics of which PocketBase sends messages.
func (p page) topics() []string {
	found := []string{}
	for name := range p.Subscriptions() {
		if name[len(name)-1] == '*' {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

func (p page) receives(t *testing.T, want bool) {
	t.Helper()
	select {
	case message := <-p.Channel():
		if !want || message.Name != "letters/*" || string(message.Data) != `{"action":"update","record":{}}` {
			t.Errorf("received %s %s", message.Name, message.Data)
		}
	case <-time.After(map[bool]time.Duration{true: time.Minute, false: 20 * time.Millisecond}[want]):
		if want {
			t.Error("received nothing")
		}
	}
}

func (p page) has(t *testing.T, what string, want ...string) {
	t.Helper()
	if got := p.topics(); !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestOwnersAreSubscribedWhileTheirRecordsAreWritten(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	ana, luis, boss := connect(broker, "ana"), connect(broker, "luis"), connect(broker, "boss")
	for _, user := range []page{ana, luis} {
		user.subscribe(t, owners, []string{"letters", "parcels"}, "letters/*", "formats/*")
	}
	boss.subscribe(t, owners, []string{"parcels"}, "letters/*")
	ana.has(t, "at rest", "formats/*")
	boss.has(t, "a user who sees all letters", "letters/*")
	owners.Subscribe("letters", "ana")
	owners.Subscribe("letters", "ana")
	ana.has(t, "while two transactions write", "formats/*", "letters/*")
	luis.has(t, "while others are written", "formats/*")
	owners.Unsubscribe("letters", "ana")
	ana.has(t, "while one transaction writes", "formats/*", "letters/*")
	owners.Unsubscribe("letters", "ana")
	ana.has(t, "afterwards", "formats/*")
	owners.Unsubscribe("letters", "ana")
	owners.Subscribe("letters", "ana")
	ana.has(t, "after an end without a start", "formats/*", "letters/*")
	late := connect(broker, "ana")
	late.subscribe(t, owners, []string{"letters"}, "letters/*")
	late.has(t, "a page that comes meanwhile", "letters/*")
}

func TestChangesAreReportedToLatePages(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	owners.Subscribe("letters", "ana")
	owners.Unsubscribe("letters", "ana")
	for _, each := range []struct {
		user   string
		own    []string
		topics []string
		want   bool
	}{
		{"ana", []string{"letters"}, []string{"letters/*"}, true},
		{"ana", []string{"letters"}, []string{"parcels/*"}, false},
		{"luis", []string{"letters"}, []string{"letters/*"}, false},
		{"boss", nil, []string{"letters/*"}, true},
	} {
		late := connect(broker, each.user)
		late.subscribe(t, owners, each.own, each.topics...)
		late.receives(t, each.want)
	}
	for name := range owners.changes {
		owners.changes[name] = time.Now().Add(-2 * maxChangeAge)
	}
	later := connect(broker, "ana")
	later.subscribe(t, owners, []string{"letters"}, "letters/*")
	later.receives(t, false)
}

func TestNotify(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	ana, luis, other := connect(broker, "ana"), connect(broker, "luis"), connect(broker, "ana")
	for _, each := range []page{ana, luis, other} {
		each.subscribe(t, owners, []string{"letters"}, "letters/*")
	}
	other.Set("auth", luis.user)
	owners.Notify("letters", []string{"ana", "nobody"})
	ana.receives(t, true)
	luis.receives(t, false)
	other.receives(t, false)
}

func TestConnectionsOfAUserAreBounded(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	pages := []page{}
	for range maxConnections + 1 {
		next := connect(broker, "ana")
		next.subscribe(t, owners, []string{"letters"}, "letters/*")
		pages = append(pages, next)
	}
	owners.Subscribe("letters", "ana")
	pages[0].has(t, "the oldest")
	for _, each := range pages[1:] {
		each.has(t, "the latest", "letters/*")
	}
}

func TestNothingIsKeptOfClosedPagesAndOldChanges(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	ana := connect(broker, "ana")
	ana.subscribe(t, owners, []string{"letters"}, "letters/*")
	broker.Unregister(ana.Id())
	for n := range 3 * minChanges {
		user := fmt.Sprint("ana", max(0, n-minChanges))
		owners.Subscribe("letters", user)
		owners.Unsubscribe("letters", user)
		for name, at := range owners.changes {
			if n == minChanges {
				owners.changes[name] = at.Add(-2 * maxChangeAge)
			}
		}
	}
	owners.Subscribe("letters", "ana")
	owners.Unsubscribe("letters", "ana")
	if len(owners.topics) != 1 || len(owners.changes) > 2*minChanges+2 {
		t.Errorf("%d topics, %d changes", len(owners.topics), len(owners.changes))
	}
}

func TestParallelCalls(t *testing.T) {
	broker := subscriptions.NewBroker()
	owners := NewOwners(broker)
	var calls sync.WaitGroup
	for n := range 8 {
		calls.Go(func() {
			user := fmt.Sprint("user", n%2)
			for range 50 {
				each := connect(broker, user)
				go func() {
					for range each.Channel() {
					}
				}()
				each.subscribe(t, owners, []string{"letters"}, "letters/*")
				owners.Subscribe("letters", user)
				owners.Notify("letters", []string{user})
				owners.Unsubscribe("letters", user)
			}
		})
	}
	calls.Wait()
	for name, left := range owners.topics {
		if left.writers != 0 || len(left.ids) > maxConnections {
			t.Errorf("%s: %d writers, %d connections", name, left.writers, len(left.ids))
		}
	}
}
