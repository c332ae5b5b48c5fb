const home = '/app/dashboard'

/** Returns the page to open after sign-in. Accepts only paths under `/app` of this origin, to prevent open redirects. */
export function getSafeRedirect(wanted: string | undefined, origin = location.origin): string {
  if (!wanted) return home
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (url?.origin !== origin || !/^\/app(\/|$)/.test(url.pathname)) return home
  return url.pathname + url.search + url.hash
}
