import { logError } from '../lib/log.ts'
import {
  hasPendingProviders,
  listProviderSettings,
  type ProviderSettings,
  pendingProvidersKey,
} from '../lib/sign-in-settings.ts'

/** Metadata of an OpenID Connect provider. */
interface Discovery {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  userinfo_endpoint?: string
  jwks_uri: string
}

/**
 * Reads the metadata of the providers in the environment and enables those that respond. Changes only the collection in memory, so that the database
 * and its backups contain no client secret.
 */
export function applyProviders(app: CoreApp) {
  const wanted = listProviderSettings()
  const isFirst = !hasPendingProviders(app)
  const found = wanted.flatMap((settings) => describeProvider(settings, isFirst) ?? [])
  app.store().set(pendingProvidersKey, found.length < wanted.length)
  if (!found.length) return
  const { oauth2 } = app.findCachedCollectionByNameOrId('users')
  oauth2.providers = found as unknown as core.OAuth2ProviderConfig[]
  oauth2.enabled = true
}

function describeProvider(settings: ProviderSettings, isFirst: boolean) {
  const { name, displayName, clientId, clientSecret } = settings
  const found = discover(settings, isFirst)
  if (!found) return undefined
  const shared = { name, displayName, clientId, clientSecret, pkce: true }
  const endpoints = { authURL: found.authorization_endpoint, tokenURL: found.token_endpoint }
  // By default, Microsoft's address is not verified: anybody with a tenant of their own could choose that of another person.
  if (name === 'microsoft') return { ...shared, ...endpoints, extra: { idTokenEmailClaim: 'any_verified' } }
  // With `userInfoURL`, PocketBase (0.40.4) checks neither audience nor issuer nor signature.
  const asksUserInfo = name === 'oidc' && /^(si|sí|yes|true|1)$/i.test($os.getenv('OIDC_USERINFO'))
  return {
    ...shared,
    ...endpoints,
    userInfoURL: asksUserInfo ? (found.userinfo_endpoint ?? '') : '',
    extra: { issuers: [found.issuer], jwksURL: found.jwks_uri },
  }
}

function discover({ issuer, prefix }: ProviderSettings, isFirst: boolean): Discovery | undefined {
  const base = issuer.replace(/\/$/, '')
  const url = `${base}/.well-known/openid-configuration`
  const { status, message, bytes } = engine.fetch({ method: 'GET', url, headers: {}, seconds: 5, maxBytes: 131_072 })
  try {
    const found = JSON.parse(toString(bytes)) as Partial<Discovery>
    const isComplete = found.authorization_endpoint && found.token_endpoint && found.jwks_uri
    if (status === 200 && isComplete && found.issuer?.replace(/\/$/, '') === base) return found as Discovery
  } catch {
    // The response is no JSON, or there was none.
  }
  const cause = message || `estado ${status}, o no describe a este emisor`
  if (isFirst)
    logError(`No se puede ingresar con ${prefix}: ${url} no responde lo esperado (${cause}). Se intenta cada minuto.`)
  return undefined
}
