import { createFileRoute, redirect } from '@tanstack/react-router'
import { saveOpenedLink } from '../../links/guest-link.ts'

export const Route = createFileRoute('/d/$token')({
  /** Stores the token for this window and removes it from the address and the history. */
  beforeLoad({ params }) {
    saveOpenedLink(params.token)
    throw redirect({ to: '/d', replace: true })
  },
})
