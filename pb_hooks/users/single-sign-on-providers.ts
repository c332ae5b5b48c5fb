import { logError } from '../lib/log.ts'
import { listProviderSettings, listProviders, type ProviderSettings } from '../lib/sign-in-settings.ts'
import { queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'

/** Metadata of an OpenID Connect provider. */
interface Discovery {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  userinfo_endpoint?: string
  jwks_uri: string
}

/**
 * Reads the metadata of the providers in the environment and enables those that respond, unless more are enabled already. Changes only the
 * collection in memory, so that the database and its backups contain no client secret.
 */
export function applyProviders(app: CoreApp, logsErrors = true) {
  const found = listProviderSettings().flatMap((settings) => describeProvider(app, settings, logsErrors) ?? [])
  if (found.length <= listProviders(app).length) return
  const { oauth2 } = app.findCachedCollectionByNameOrId('users')
  oauth2.providers = found as unknown as core.OAuth2ProviderConfig[]
  oauth2.enabled = true
}

function describeProvider(app: CoreApp, settings: ProviderSettings, logsErrors: boolean) {
  const { name, displayName, clientId, clientSecret } = settings
  const found = discover(settings, logsErrors)
  if (!found) return undefined
  deleteLinksOfOtherIssuers(app, settings)
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

/** Deletes links of an earlier issuer, because the new one may give another person the same id. */
function deleteLinksOfOtherIssuers(app: CoreApp, { name, issuer, prefix }: ProviderSettings) {
  const sql = 'DELETE FROM _externalAuths WHERE provider = {:name} AND issuer != {:issuer} RETURNING id'
  writeInTransaction(app, (tx) => {
    const { length } = queryRows(tx, sql, { name, issuer }, { id: '' })
    if (length) logError(`El emisor de ${prefix} cambió: se borraron ${length} cuentas vinculadas con el anterior.`)
  })
}

function discover({ issuer, prefix }: ProviderSettings, logsErrors: boolean): Discovery | undefined {
  const url = `${issuer}/.well-known/openid-configuration`
  const { status, message, bytes } = engine.fetch({ method: 'GET', url, headers: {}, seconds: 5, maxBytes: 131_072 })
  try {
    const found = JSON.parse(toString(bytes)) as Partial<Discovery>
    const isComplete = found.authorization_endpoint && found.token_endpoint && found.jwks_uri
    if (status === 200 && isComplete && found.issuer?.replace(/\/$/, '') === issuer) return found as Discovery
  } catch {
    // The response is no JSON, or there was none.
  }
  const cause = message || `estado ${status}, o no describe a este emisor`
  if (logsErrors)
    logError(`No se puede ingresar con ${prefix}: ${url} no responde lo esperado (${cause}). Se intenta cada minuto.`)
  return undefined
}
