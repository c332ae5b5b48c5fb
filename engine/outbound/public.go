package outbound

import "net/netip"

// notPublic are the networks of the IANA special-purpose registries whose addresses are no hosts of the internet: private, loopback, link-local,
// shared, documentation, benchmarking, multicast and reserved. Of IPv6, tunnels to other addresses are among them.
var notPublic = parsePrefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// allocated is the only part of IPv6 with public hosts.
var allocated = netip.MustParsePrefix("2000::/3")

func parsePrefixes(texts ...string) []netip.Prefix {
	prefixes := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		prefixes[i] = netip.MustParsePrefix(text)
	}
	return prefixes
}

// IsPublic reports whether an address may belong to a host of the internet.
func IsPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	if address.Is6() && !allocated.Contains(address) {
		return false
	}
	for _, network := range notPublic {
		if network.Contains(address) {
			return false
		}
	}
	return address.IsValid()
}
