import type { User } from '../domain/users/user.ts'
import { useSession } from './session-store.ts'

/** Returns the signed-in user. Use it only in routes under `/app`. */
export function useUser(): User {
  const user = useSession((state) => state.user)
  // Returns an empty user during the last render after sign-out.
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
  secondFactor: false,
  deactivatedAt: '',
  rejected: false,
  lastActiveAt: '',
  role: '_user',
  profile: null,
  manager: '',
  created: '',
  updated: '',
}
