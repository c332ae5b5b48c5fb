import type { InstallationStatus } from '../../src/domain/settings/settings.ts'
import { createErrorResponse } from './http.ts'
import { isAdmin } from './users.ts'

/** Provider of single sign-on, from the variables that start with `prefix`. */
export interface ProviderSettings {
  prefix: 'OIDC' | 'GOOGLE' | 'MICROSOFT'
  /** Name in PocketBase. */
  name: 'oidc' | typeof googleName | 'microsoft'
  displayName: string
  /** Without a slash at the end. */
  issuer: string
  clientId: string
  clientSecret: string
}

/** PocketBase's second provider of OpenID Connect, which checks audience, issuer and signature. Its own Google does not. */
export const googleName = 'oidc2'

const getSetting = (name: string) => $os.getenv(name)

/** Variable that each provider requires besides the client's id and secret. */
const issuerVariables = { OIDC: ['OIDC_ISSUER'], GOOGLE: [], MICROSOFT: ['MICROSOFT_TENANT'] } as const

function listKnownProviders(): ProviderSettings[] {
  const microsoft = `https://login.microsoftonline.com/${getSetting('MICROSOFT_TENANT')}/v2.0`
  const oidc = { displayName: getSetting('OIDC_NAME') || 'su organización', issuer: getSetting('OIDC_ISSUER') }
  const providers = [
    { prefix: 'OIDC', name: 'oidc', ...oidc },
    { prefix: 'GOOGLE', name: googleName, displayName: 'Google', issuer: 'https://accounts.google.com' },
    { prefix: 'MICROSOFT', name: 'microsoft', displayName: 'Microsoft', issuer: microsoft },
  ] as const
  return providers.map((provider) => ({
    ...provider,
    issuer: provider.issuer.replace(/\/$/, ''),
    clientId: getSetting(`${provider.prefix}_CLIENT_ID`),
    clientSecret: getSetting(`${provider.prefix}_CLIENT_SECRET`),
  }))
}

/** Returns the settings of the providers that the environment configures. */
export const listProviderSettings = () => listKnownProviders().filter(({ clientId }) => clientId !== '')

/** Returns the visible name of a provider of PocketBase, also if it is not configured any more: `oidc2` → `Google`. */
export const getProviderName = (name: string): string =>
  listKnownProviders().find((provider) => provider.name === name)?.displayName ?? name

/** Returns the providers that users can sign in with: those whose metadata was read. */
export function listProviders(app: CoreApp): InstallationStatus['providers'] {
  const { enabled, providers } = app.findCachedCollectionByNameOrId('users').oauth2
  return enabled ? providers.map(({ name, displayName }) => ({ name, displayName })) : []
}

export const hasMissingProviders = (app: CoreApp): boolean => listProviders(app).length < listProviderSettings().length

/** Returns whether all administrators need a second factor; other users choose it themselves. */
export const isSecondFactorRequiredOfAdmins = (): boolean => getSetting('SECOND_FACTOR') === 'admins'

/** Returns whether only administrators sign in with a password or a code, and all others with a provider. */
export const isPasswordForAdminsOnly = (): boolean => getSetting('PASSWORD_SIGN_IN') === 'admins'

/** Refuses users who must sign in with a provider. Runs after the check of their password or code, so that it reveals no roles. */
export function requirePasswordAllowed(user: core.Record) {
  if (isPasswordForAdminsOnly() && !isAdmin(user)) throw createErrorResponse('sso.only', 403)
}

/** Returns an error if variables of the sign-in are invalid, incomplete or would lock users out; otherwise ''. */
export function findSignInError(): string {
  for (const name of ['SECOND_FACTOR', 'PASSWORD_SIGN_IN']) {
    const value = getSetting(name)
    if (value && value !== 'admins') return `${name} es «${value}». Debe ser admins, o quedar vacía.`
  }
  for (const [prefix, variables] of Object.entries(issuerVariables)) {
    const names = [...variables, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
    const missing = names.filter((name) => !getSetting(name))
    if (missing.length && missing.length < names.length)
      return `Para ingresar con ${prefix} falta ${missing.join(' y ')}.`
  }
  const tenant = getSetting('MICROSOFT_TENANT')
  // These tenants accept every Microsoft account of the world, with any email address.
  if (/^(common|organizations|consumers)$/i.test(tenant))
    return `MICROSOFT_TENANT es «${tenant}». Debe ser el identificador de su organización.`
  if (isSecondFactorRequiredOfAdmins() && !getSetting('SMTP_HOST'))
    return 'SECOND_FACTOR=admins envía códigos por correo, pero falta SMTP_HOST.'
  if (isPasswordForAdminsOnly() && !listProviderSettings().length)
    return 'PASSWORD_SIGN_IN=admins exige otra forma de ingresar: configure OIDC, GOOGLE o MICROSOFT.'
  // Their users could neither sign in with the password to link an account, nor with an account.
  if (isPasswordForAdminsOnly() && !getSetting('SSO_DOMAINS').trim())
    return 'PASSWORD_SIGN_IN=admins exige SSO_DOMAINS: sin él, quien ya tiene cuenta no podría ingresar.'
  return ''
}
