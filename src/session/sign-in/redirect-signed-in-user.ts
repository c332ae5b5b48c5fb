import { redirect } from '@tanstack/react-router'
import { loadUser } from '../load-user.ts'
import { getSafeRedirect } from '../redirect.ts'
import { hasSessionHint } from '../session-hint.ts'

/** Throws a redirect to `wanted`, by default the dashboard, if a user is signed in. Used in `beforeLoad` of public screens. */
export async function redirectSignedInUser(wanted?: string) {
  if (!hasSessionHint()) return
  const user = await loadUser().catch(() => null)
  if (user) throw redirect({ href: getSafeRedirect(wanted), replace: true })
}
