import type { User } from '../domain/users/user.ts'
import { useSession } from './store.ts'

/** Whoever is signed in; only below the guard of `/app`. */
export function useUser(): User {
  const user = useSession((state) => state.user)
  // While the shell closes after a sign-out its last paint still asks.
  return user ?? anyone
}

const anyone: User = {
  id: '',
  email: '',
  emailVisibility: false,
  verified: false,
  name: '',
  phone: '',
  isActive: false,
  deactivatedAt: '',
  role: '_user',
  profile: null,
  created: '',
  updated: '',
}
