const home = '/app/dashboard'

/** Where to go after signing in: a page of ours under `/app`, whatever the address said. */
export function safeRedirect(wanted: string | undefined, origin = location.origin): string {
  if (!wanted) return home
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (url?.origin !== origin || !/^\/app(\/|$)/.test(url.pathname)) return home
  return url.pathname + url.search + url.hash
}
