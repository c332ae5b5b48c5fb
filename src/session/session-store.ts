import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** True after the guard's first check, whatever its result. */
  isInitialized: boolean
}

const signedOut: Session = { user: null, token: '', isInitialized: false }

/** Store of the signed-in user. A reload restores only the token; the guard loads the user again. */
export const useSession = create<Session>()(
  persist(() => signedOut, {
    name: 'session-storage',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ token, isInitialized }) => ({ token, isInitialized }),
  }),
)
