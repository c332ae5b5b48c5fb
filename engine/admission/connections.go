package admission

import (
	"net"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/net/netutil"
)

// Limits of connections, so that anonymous clients cannot fill the memory.
const (
	// maxConnections is the number of open connections; others wait in the operating system. An idle one takes 19 KiB.
	maxConnections = 8192
	// maxOfPeer is the number of open connections of one network, unless a proxy passes on the calls of all.
	maxOfPeer      = 2048
	maxHeaderBytes = 32 << 10
	// keepAliveTimeout is the time after which a connection without a call is closed.
	keepAliveTimeout = time.Minute
	// headerTimeout is the time in which the headers of a call must arrive.
	headerTimeout = 10 * time.Second
)

// Serve sets the limits of connections. It is the last handler before PocketBase opens the port.
func (a *Admission) Serve(e *core.ServeEvent) error {
	a.server = e.Server
	e.Server.MaxHeaderBytes, e.Server.ReadHeaderTimeout, e.Server.IdleTimeout = maxHeaderBytes, headerTimeout, keepAliveTimeout
	go closeIdle(e.Server.BaseContext(nil), e.App.SubscriptionsBroker())
	if e.Listener == nil && e.Server.Addr != "" {
		listener, err := net.Listen("tcp", e.Server.Addr)
		if err != nil {
			return err
		}
		if len(e.App.Settings().TrustedProxy.Headers) == 0 {
			listener = &peerListener{Listener: listener, open: map[string]int{}, limit: maxOfPeer}
		}
		e.Listener = netutil.LimitListener(listener, maxConnections)
	}
	return e.Next()
}

// peerListener closes the connections of a network beyond a limit, so that one client cannot open all.
type peerListener struct {
	net.Listener
	limit int

	mutex sync.Mutex
	open  map[string]int
}

// Accept returns the next connection of a network that may open another one.
func (l *peerListener) Accept() (net.Conn, error) {
	for {
		connection, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host, _, _ := net.SplitHostPort(connection.RemoteAddr().String())
		peer := network(host)
		if l.add(peer) {
			return &peerConnection{Conn: connection, leave: sync.OnceFunc(func() { l.remove(peer) })}, nil
		}
		_ = connection.Close()
	}
}

func (l *peerListener) add(peer string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.open[peer] >= l.limit {
		return false
	}
	l.open[peer]++
	return true
}

func (l *peerListener) remove(peer string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.open[peer]--; l.open[peer] == 0 {
		delete(l.open, peer)
	}
}

// peerConnection is a connection that its listener counts until it is closed.
type peerConnection struct {
	net.Conn
	leave func()
}

func (c *peerConnection) Close() error {
	c.leave()
	return c.Conn.Close()
}
