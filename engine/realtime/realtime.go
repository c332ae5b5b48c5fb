// Package realtime keeps PocketBase from checking each open page for each record that is saved.
//
// PocketBase asks the database, for every connection that is subscribed to a collection, whether its user may read the record: 70 ms of
// processor time per saved draft with 300 open pages. Users who may read only their own records are therefore not subscribed to
// "collection/*" but to a topic of their own that PocketBase does not know. Their connections get the real topic only while one of their
// records is written, so PocketBase's rules still apply.
//
//	owners := realtime.NewOwners(app.SubscriptionsBroker())
//	err := owners.Replace(e, []string{"requests"}, []string{"requests", "batches"}) // A page subscribes.
//	owners.Subscribe("requests", user)                                              // A transaction writes a record of the user.
//	owners.Unsubscribe("requests", user)                                            // It has ended.
package realtime

import (
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

const (
	// maxConnections is the number of connections of a user that receive messages. Beyond it the oldest ones are unsubscribed.
	maxConnections = 100
	// maxChangeAge is the age of a change that is still reported to a connection when it subscribes: pages load their data before that. Data
	// older than 2 s is loaded again anyway; the rest is for slow responses.
	maxChangeAge = 5 * time.Second
)

// Owners knows the connections of users by topic. Its methods may be called at the same time.
type Owners struct {
	broker *subscriptions.Broker

	mutex sync.Mutex
	// topics are the own topics with connections or writers.
	topics map[string]topic
	// changes has the time of the last change of each topic, also of whole collections.
	changes map[string]time.Time
	// maxChanges is the number of changes at which outdated ones are deleted.
	maxChanges int
}

// NewOwners returns the Owners of a server's connections.
func NewOwners(broker *subscriptions.Broker) *Owners {
	return &Owners{broker: broker, topics: map[string]topic{}, changes: map[string]time.Time{}}
}

func topicOf(collection string) string           { return collection + "/*" }
func ownTopicOf(collection, owner string) string { return collection + " of " + owner }

// connectionsOf returns the topic that counts all connections of a user; it never has messages.
func connectionsOf(user string) string { return "connections of " + user }

// Replace subscribes a connection, with topics of its user instead of those of the collections in own. It reports changes of the collections in
// reported that have just happened.
func (o *Owners) Replace(e *core.RealtimeSubscribeRequestEvent, own, reported []string) error {
	if e.Auth == nil {
		return e.Next()
	}
	user := e.Auth.Id
	names := map[string]string{}
	for _, collection := range own {
		names[topicOf(collection)] = ownTopicOf(collection, user)
	}
	topics := slices.Clone(e.Subscriptions)
	for i, name := range topics {
		if replaced, isOwn := names[name]; isOwn {
			topics[i] = replaced
		}
	}
	e.Subscriptions = topics
	if len(topics) > 0 {
		e.Subscriptions = append(slices.Clone(topics), connectionsOf(user))
	}
	if err := e.Next(); err != nil || e.Client == nil || len(topics) == 0 {
		return err
	}
	o.add(e.Client, user, own, topics)
	for _, collection := range reported {
		if o.hasJustChanged(topics, topicOf(collection), ownTopicOf(collection, user)) {
			send(e.Client, collection)
		}
	}
	return nil
}

// add stores a connection that subscribed to topics.
func (o *Owners) add(client subscriptions.Client, user string, own, topics []string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.update(connectionsOf(user), func(t *topic) {
		t.moveToEnd(client)
		for len(t.ids) > maxConnections {
			if earlier, err := o.broker.ClientById(t.ids[0]); err == nil {
				earlier.Unsubscribe()
			}
			t.ids = t.ids[1:]
		}
	})
	for _, collection := range own {
		name := ownTopicOf(collection, user)
		if slices.Contains(topics, name) {
			o.update(name, func(t *topic) {
				t.moveToEnd(client)
				if t.writers > 0 {
					client.Subscribe(topicOf(collection))
				}
			})
		}
	}
}

// Subscribe subscribes an owner's connections to a collection until Unsubscribe. Call it in the transaction, before the record is written.
func (o *Owners) Subscribe(collection, owner string) {
	o.count(collection, owner, 1)
}

// Unsubscribe ends one Subscribe. Call it after the transaction: PocketBase has sent its messages.
func (o *Owners) Unsubscribe(collection, owner string) {
	o.count(collection, owner, -1)
}

// count adds a writer of an owner's records or removes one.
func (o *Owners) count(collection, owner string, step int) {
	name := ownTopicOf(collection, owner)
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.noteChange(name)
	o.noteChange(topicOf(collection))
	o.update(name, func(t *topic) {
		hadWriters := t.writers > 0
		t.writers = max(0, t.writers+step)
		for _, client := range o.open(name, t.ids) {
			if t.writers > 0 && !hadWriters {
				client.Subscribe(topicOf(collection))
			} else if t.writers == 0 && hadWriters {
				client.Unsubscribe(topicOf(collection))
			}
		}
	})
}

// Notify tells the open pages of users that records of others have changed in a collection.
func (o *Owners) Notify(collection string, users []string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, user := range users {
		name := ownTopicOf(collection, user)
		o.noteChange(name)
		for _, client := range o.open(name, o.topics[name].ids) {
			// A connection may have signed in as somebody else.
			if auth, _ := client.Get("auth").(*core.Record); auth != nil && auth.Id == user {
				send(client, collection)
			}
		}
	}
}

// send sends a message without content: pages that receive it load the records again. A client that reads slowly delays nobody.
func send(client subscriptions.Client, collection string) {
	go client.Send(subscriptions.Message{Name: topicOf(collection), Data: []byte(`{"action":"update","record":{}}`)})
}
