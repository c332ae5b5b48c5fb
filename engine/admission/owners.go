package admission

import (
	"net/http"
	"net/netip"

	"github.com/pocketbase/pocketbase/core"
)

// ownerOf returns the id of the user, also of one that a file token names, or the network.
func ownerOf(e *core.RequestEvent, line *line) string {
	if !line.ByNetwork {
		if e.Auth != nil {
			return e.Auth.Id
		}
		// Only of GET: the address of other calls holds no token.
		if token := e.Request.URL.Query().Get("token"); token != "" && e.Request.Method == http.MethodGet {
			if user, err := e.App.FindAuthRecordByToken(token, core.TokenTypeFile); err == nil {
				return user.Id
			}
		}
	}
	return network(e.RealIP())
}

// network returns the part of an address that its owner cannot choose freely: an IPv4 address, or the first 64 bits of IPv6.
func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	parsed = parsed.Unmap()
	if parsed.Is6() {
		if prefix, err := parsed.WithZone("").Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return parsed.String()
}
