package admission

import (
	"net"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/net/netutil"
)

// Limits of connections, so that anonymous clients cannot fill the memory.
const (
	// maxConnections is the number of open connections; others wait in the operating system. An idle one takes 19 KiB.
	maxConnections = 8192
	maxHeaderBytes = 32 << 10
	// headerTimeout is the time in which the headers of a call must arrive.
	headerTimeout = 10 * time.Second
)

// Serve sets the limits of connections. It is the last handler before PocketBase opens the port.
func (a *Admission) Serve(e *core.ServeEvent) error {
	a.server = e.Server
	e.Server.MaxHeaderBytes, e.Server.ReadHeaderTimeout = maxHeaderBytes, headerTimeout
	go closeIdle(e.Server.BaseContext(nil), e.App.SubscriptionsBroker())
	if e.Listener == nil && e.Server.Addr != "" {
		listener, err := net.Listen("tcp", e.Server.Addr)
		if err != nil {
			return err
		}
		e.Listener = netutil.LimitListener(listener, maxConnections)
	}
	return e.Next()
}
