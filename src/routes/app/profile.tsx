import { createFileRoute } from '@tanstack/react-router'
import { userSearchQuery } from '../../groups/user-search-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { mailPreferencesQuery } from '../../notices/queries.ts'
import { ProfilePage } from './-profile/profile-page.tsx'

export const Route = createFileRoute('/app/profile')({
  // Loads what determines the height of the first panels, so that the panels below do not move. The panels show their own errors.
  loader: () => Promise.allSettled([queryClient.query(userSearchQuery('')), queryClient.query(mailPreferencesQuery)]),
  component: ProfilePage,
})
