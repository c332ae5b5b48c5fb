import { create } from 'zustand'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** True after the first session check of the route guard. */
  isInitialized: boolean
}

const key = 'session-storage'

function loadSession(): Partial<Session> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').state
  } catch {
    // Starts without a session if `sessionStorage` is disabled.
    return {}
  }
}

/** Store of the signed-in user. A reload leaves only the token; the route guard then loads the user. */
export const useSession = create<Session>(() => ({ user: null, token: '', isInitialized: false, ...loadSession() }))

// Stores the session without the `persist` middleware of Zustand, because it would enlarge the first script.
useSession.subscribe(({ token, isInitialized }) => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ state: { token, isInitialized } }))
  } catch {
    // If storage is disabled, the session lasts until the page is closed.
  }
})
