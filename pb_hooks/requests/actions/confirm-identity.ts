import { getActorRole } from '../../../src/domain/requests/actions.ts'
import type { Role } from '../../../src/domain/users/role.ts'
import { getCurrentApiKeyName } from '../../lib/api-keys/api-key-name.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { getDecisionRights, getRightsOverRequest } from '../decision-rights.ts'
import type { ActionCall } from './action.ts'

export type PasswordCheck = (e: core.RequestEvent, user: core.Record, password: string) => void

/**
 * Compares the caller's password if the call approves requests whose format asks for it. Returns whether the identity is
 * confirmed; always false for API keys. `requirePassword`: throws if the password is wrong.
 */
export function confirmIdentity(
  e: core.RequestEvent,
  call: ActionCall,
  password: string | undefined,
  requirePassword: PasswordCheck,
): boolean {
  if (!needsPassword(e.app, call) || getCurrentApiKeyName() !== undefined) return false
  if (!password) throw createErrorResponse('request.password', 400, { password: 'required' })
  requirePassword(e, call.caller, password)
  return true
}

/** Returns whether the call approves a request whose format asks for the password. Considers only requests that the caller decides, so the error discloses no others. */
function needsPassword(app: CoreApp, { action, caller, targets, versionOf }: ActionCall): boolean {
  if (action !== 'approve') return false
  const asking = targets.filter(({ formatVersion }) => versionOf(app, formatVersion)?.asksPassword)
  if (!asking.length) return false
  const user = { id: caller.id, role: caller.getString('role') as Role }
  const rights = getDecisionRights(app, caller)
  return asking.some((target) => {
    const decides = target.step > 0 ? getRightsOverRequest(rights, target).length > 0 : undefined
    return getActorRole(action, { ...user, decides }, target.owner) !== null
  })
}
