package realtime

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

// minChanges is the least number of stored changes at which outdated ones are deleted.
const minChanges = 1_000

// topic is the state of a user's topic. Connections have ids, the latest last, because searching all connections takes longer than the write;
// some may be closed.
type topic struct {
	writers int
	ids     []string
}

// moveToEnd makes a connection the latest one.
func (t *topic) moveToEnd(client subscriptions.Client) {
	t.ids = append(slices.DeleteFunc(t.ids, func(id string) bool { return id == client.Id() }), client.Id())
}

// update changes the state of a topic, and deletes it once it has neither writers nor open connections.
func (o *Owners) update(name string, change func(t *topic)) {
	t := o.topics[name]
	t.ids = slices.DeleteFunc(t.ids, func(id string) bool { return o.find(name, id) == nil })
	change(&t)
	o.topics[name] = t
	if t.writers == 0 && len(t.ids) == 0 {
		delete(o.topics, name)
	}
}

// open returns the connections that are still open and subscribed to a topic.
func (o *Owners) open(name string, ids []string) (clients []subscriptions.Client) {
	for _, id := range ids {
		if client := o.find(name, id); client != nil {
			clients = append(clients, client)
		}
	}
	return clients
}

func (o *Owners) find(name, id string) subscriptions.Client {
	if client, err := o.broker.ClientById(id); err == nil && client.HasSubscription(name) {
		return client
	}
	return nil
}

// noteChange stores the time of a change. It deletes outdated ones when their number has doubled.
func (o *Owners) noteChange(name string) {
	if len(o.changes) >= o.maxChanges {
		for earlier, at := range o.changes {
			if time.Since(at) > maxChangeAge {
				delete(o.changes, earlier)
			}
		}
		o.maxChanges = max(minChanges, 2*len(o.changes))
	}
	o.changes[name] = time.Now()
}

// hasJustChanged reports whether one of names, to which a connection subscribed, has changed.
func (o *Owners) hasJustChanged(subscribed []string, names ...string) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return slices.ContainsFunc(names, func(name string) bool {
		at, isKnown := o.changes[name]
		return isKnown && time.Since(at) < maxChangeAge && slices.Contains(subscribed, name)
	})
}
