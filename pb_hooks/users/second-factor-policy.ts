import { buildSecondFactorRule } from '../../src/domain/users/second-factor.ts'
import { isSecondFactorRequiredOfAdmins } from '../lib/sign-in-settings.ts'
import { isAdmin } from '../lib/users.ts'

/** Stores the rule of `SECOND_FACTOR` in the collection `users`, if the rule changed since the last start. */
export function applySecondFactorPolicy(app: CoreApp) {
  const users = app.findCollectionByNameOrId('users')
  const rule = buildSecondFactorRule(isSecondFactorRequiredOfAdmins())
  if (users.mfa.rule === rule) return
  users.mfa.rule = rule
  app.save(users)
}

/** Returns whether a sign-in with the password or a code is only the first of two steps. */
export const needsSecondFactor = (user: core.Record): boolean =>
  user.getBool('secondFactor') || (isAdmin(user) && isSecondFactorRequiredOfAdmins())
