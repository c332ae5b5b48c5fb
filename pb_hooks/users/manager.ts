import type { Manager } from '../../src/domain/users/user-output.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { findUserById, isAdmin, requireUser } from '../lib/users.ts'

/** `GET /api/app/users/{id}/manager` → `Manager`. For the user and administrators, because users cannot read each other's records. */
export function getManager(e: core.RequestEvent) {
  const caller = requireUser(e)
  const id = getPathId(e)
  if (id !== caller.id && !isAdmin(caller)) throw createErrorResponse('user.forbidden', 403)
  const manager = findUserById(e.app, findUserById(e.app, id)?.getString('manager') ?? '')
  const found: Manager = { name: manager?.getString('name') ?? '', isActive: manager?.getBool('isActive') ?? false }
  return e.json(200, found)
}
