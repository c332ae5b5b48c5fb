import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** True after the first session check of the route guard. */
  isInitialized: boolean
}

const signedOut: Session = { user: null, token: '', isInitialized: false }

/** Store of the signed-in user. A reload leaves only the token; the route guard then loads the user. */
export const useSession = create<Session>()(
  persist(() => signedOut, {
    name: 'session-storage',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ token, isInitialized }) => ({ token, isInitialized }),
  }),
)
