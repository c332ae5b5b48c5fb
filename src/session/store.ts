import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { User } from '../domain/users/user.ts'

interface Session {
  user: User | null
  token: string
  /** The guard has looked once, whatever it found. */
  isInitialized: boolean
}

const nobody: Session = { user: null, token: '', isInitialized: false }

/** Who is here. A reload keeps the token only; the user comes back through the guard. */
export const useSession = create<Session>()(
  persist(() => nobody, {
    name: 'session-storage',
    storage: createJSONStorage(() => sessionStorage),
    partialize: ({ token, isInitialized }) => ({ token, isInitialized }),
  }),
)
