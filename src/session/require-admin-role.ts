import { notFound } from '@tanstack/react-router'
import type { User } from '../domain/users/user.ts'

/** Throws `notFound` unless the user is an administrator. Used in `beforeLoad` of administrator pages. */
export function requireAdminRole({ context }: { context: { user: User } }) {
  if (context.user.role !== '_admin') throw notFound()
}
