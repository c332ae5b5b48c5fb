import { create } from 'zustand'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** True after the first session check of the route guard. */
  isInitialized: boolean
}

const storageKey = 'session-storage'
const signedOut: Session = { user: null, token: '', isInitialized: false }

function loadSession(): Session {
  try {
    const { state } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return { ...signedOut, ...state }
  } catch {
    // Storage may be disabled.
    return signedOut
  }
}

/** Store of the signed-in user. A reload leaves only the token; the route guard then loads the user. */
export const useSession = create<Session>(loadSession)

useSession.subscribe(({ token, isInitialized }) => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ state: { token, isInitialized }, version: 0 }))
  } catch {
    // If storage is disabled, the session applies to this page only.
  }
})
