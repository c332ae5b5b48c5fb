import { isTokenExpired } from 'pocketbase'

const key = 'link'

/** Opened link. Stored per window in `sessionStorage`, so that it survives a reload but not the window. Separate from the session of a user. */
export interface GuestLink {
  /** Token of the link; empty if no link was opened. */
  token: string
  /** Id of the code that was sent; empty if none. */
  otpId: string
  /** Time when the code was sent, in ms since 1970. */
  sentAt: number
  /** Address that asks without a link; empty if a link was opened. */
  email: string
  /** Token of the guest's session; empty before the code is confirmed. */
  session: string
}

const noLink: GuestLink = { token: '', otpId: '', sentAt: 0, email: '', session: '' }

/** Time in ms after which a code is no longer valid. */
const codeMs = 600_000

/** Returns the opened link, without a code or session that has expired. */
export function loadGuestLink(): GuestLink {
  const link = readStoredLink()
  const isCodeValid = Date.now() - link.sentAt < codeMs
  return {
    ...link,
    otpId: isCodeValid ? link.otpId : '',
    session: isTokenExpired(link.session) ? '' : link.session,
  }
}

/** Latest link, for browsers that block storage. */
let current = noLink

function readStoredLink(): GuestLink {
  try {
    return { ...noLink, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }
  } catch {
    return current
  }
}

export function saveGuestLink(link: GuestLink): GuestLink {
  current = link
  try {
    sessionStorage.setItem(key, JSON.stringify(link))
  } catch {
    // The browser may block storage. A reload then asks for the link again.
  }
  return link
}

/** Stores a link that was just opened. Keeps the session, because it may be of the same guest: the server checks it. */
export function saveOpenedLink(token: string) {
  const link = loadGuestLink()
  saveGuestLink(link.token === token ? link : { ...noLink, token, session: link.session })
}

export const clearGuestLink = (): GuestLink => saveGuestLink(noLink)
