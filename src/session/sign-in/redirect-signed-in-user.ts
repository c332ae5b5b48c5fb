import { redirect } from '@tanstack/react-router'
import { loadCurrentUser } from '../current-user.ts'
import { getSafeRedirect } from '../redirect.ts'

/** Throws a redirect to `wanted`, by default the dashboard, if a user is signed in. Used in `beforeLoad` of public screens. */
export async function redirectSignedInUser(wanted?: string) {
  if (await loadCurrentUser()) throw redirect({ href: getSafeRedirect(wanted), replace: true })
}
