/** Returns the network of an address: an IPv4 address itself, or the first 64 bits of IPv6, because clients choose the rest freely. */
export function getNetworkPrefix(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last].slice(0, 4).join(':')
}
