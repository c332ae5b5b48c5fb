package admission

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

// Limits of idle realtime connections: those without user or topics, which take about 48 KiB each. PocketBase's rate limit counts calls, not
// open connections. A network is not an IPv4 /24, because that may contain 256 unrelated offices.
const (
	// idleTimeout is the time after which an idle connection is closed: pages subscribe as soon as they are connected.
	idleTimeout  = 30 * time.Second
	idleInterval = 5 * time.Second
	maxIdle      = 1000
	maxIdleOfOne = 100
)

// closeIdle closes idle realtime connections until ctx ends.
func closeIdle(ctx context.Context, broker *subscriptions.Broker) {
	ticker := time.NewTicker(idleInterval)
	defer ticker.Stop()
	since := map[string]time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			since = closeIdleSince(broker, since, now)
		}
	}
}

// closeIdleSince closes connections that are idle too long, or too many; since has the time at which each was first found idle. It returns
// the times of those that remain. A connection is closed at the second look at the earliest, because a new one is idle for a moment.
func closeIdleSince(broker *subscriptions.Broker, since map[string]time.Time, now time.Time) map[string]time.Time {
	remaining := map[string]time.Time{}
	ofNetworks := map[string]int{}
	for id, client := range broker.Clients() {
		user, _ := client.Get(apis.RealtimeClientAuthKey).(*core.Record)
		if user != nil && len(client.Subscriptions()) > 0 {
			continue
		}
		begin, isKnown := since[id]
		if !isKnown {
			begin = now
		}
		address, _ := client.Get(apis.RealtimeClientIPKey).(string)
		from := network(address)
		ofNetworks[from]++
		isTooMany := isKnown && (ofNetworks[from] > maxIdleOfOne || len(remaining) >= maxIdle)
		if isTooMany || now.Sub(begin) >= idleTimeout {
			broker.Unregister(id)
		} else {
			remaining[id] = begin
		}
	}
	return remaining
}
