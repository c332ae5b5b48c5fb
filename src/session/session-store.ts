import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** True after the route guard checked the session for the first time. */
  isInitialized: boolean
}

const signedOut: Session = { user: null, token: '', isInitialized: false }

/** Store of the signed-in user. After a reload, the store has only the token, and the route guard loads the user. */
export const useSession = create<Session>()(
  persist(() => signedOut, {
    name: 'session-storage',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ token, isInitialized }) => ({ token, isInitialized }),
  }),
)
