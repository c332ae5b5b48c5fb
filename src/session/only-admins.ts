import { notFound } from '@tanstack/react-router'
import type { User } from '../domain/users/user.ts'

/** For `beforeLoad` of an administrator's page: to anybody else there is no such page. */
export function onlyAdmins({ context }: { context: { user: User } }) {
  if (context.user.role !== '_admin') throw notFound()
}
