package admission

import (
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/subscriptions"
)

func TestIdleConnections(t *testing.T) {
	user := core.NewRecord(core.NewAuthCollection("users"))
	for name, test := range map[string]struct {
		count    int
		address  func(i int) string
		isUser   bool
		topics   []string
		expected []int
	}{
		// Each number is the count of open connections after a look, ten seconds apart.
		"few":                   {2, func(int) string { return "192.0.2.1" }, false, nil, []int{2, 2, 2, 0}},
		"a user without topics": {2, func(int) string { return "192.0.2.1" }, true, nil, []int{2, 2, 2, 0}},
		"a user's pages":        {300, func(int) string { return "192.0.2.1" }, true, []string{"users/*"}, []int{300, 300, 300, 300}},
		"anonymous with topics": {2, func(int) string { return "192.0.2.1" }, false, []string{"users/*"}, []int{2, 2, 2, 0}},
		"of a network":          {130, func(i int) string { return fmt.Sprintf("2001:db8::%x", i) }, false, nil, []int{130, 100, 100, 0}},
		"of all":                {1100, func(i int) string { return fmt.Sprintf("10.0.%d.%d", i/250, i%250) }, false, nil, []int{1100, 1000, 1000, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			broker := subscriptions.NewBroker()
			for i := range test.count {
				client := subscriptions.NewDefaultClient()
				client.Set(apis.RealtimeClientIPKey, test.address(i))
				if test.isUser {
					client.Set(apis.RealtimeClientAuthKey, user)
				}
				client.Subscribe(test.topics...)
				broker.Register(client)
			}
			now, since := time.Now(), map[string]time.Time{}
			var got []int
			for i := range test.expected {
				since = closeIdleSince(broker, since, now.Add(time.Duration(i)*10*time.Second))
				got = append(got, broker.TotalClients())
			}
			if fmt.Sprint(got) != fmt.Sprint(test.expected) {
				t.Errorf("%v, not %v", got, test.expected)
			}
		})
	}
}
