import { Events, OAuth2Server } from 'oauth2-mock-server'
import type PocketBase from 'pocketbase'
import { thisMachine } from './environment.ts'

/** Account at a provider, as the claims of its tokens. */
interface ProviderAccount {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
  /** Claims with which an attacker forges a token. */
  iss?: string
  aud?: string
  exp?: number
}

export interface Provider {
  /** Environment of a server that offers the provider. */
  environment: Record<string, string>
  /** Account with which the next users sign in. */
  account: ProviderAccount
  /** Returns where the provider sends the browser after a sign-in: the redirect address with `code` and `state`. */
  authorize: (authUrl: string) => Promise<URL>
  /** Signs the next token with a key that the provider does not publish. */
  forgeSignature: () => void
  stop: () => Promise<void>
}

/** Starts an OpenID Connect provider that containers and browsers of this machine reach. */
export async function startProvider(port = 0): Promise<Provider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, '0.0.0.0')
  server.issuer.url = `http://${thisMachine}:${server.address().port}`
  let isForged = false
  const provider: Provider = {
    environment: {
      OIDC_ISSUER: server.issuer.url,
      OIDC_CLIENT_ID: 'formatos',
      OIDC_CLIENT_SECRET: 'secreto-del-proveedor',
      OIDC_NAME: 'Empresa',
    },
    account: { sub: '1', email: 'ana@ejemplo.test' },
    async authorize(authUrl) {
      const address = new URL(authUrl)
      address.hostname = '127.0.0.1'
      const { headers } = await fetch(address, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '')
    },
    forgeSignature() {
      isForged = true
    },
    stop: () => server.stop(),
  }
  server.service.on(Events.BeforeTokenSigning, ({ payload }) =>
    Object.assign(payload, { email_verified: true, ...provider.account }),
  )
  server.service.on(Events.BeforeResponse, async ({ body }) => {
    if (!isForged || !body) return
    isForged = false
    const [header = '', payload = ''] = String(body.id_token).split('.')
    body.id_token = `${header}.${payload}.${'A'.repeat(342)}`
  })
  return provider
}

/** Signs in with the provider's present account, as the page does it. */
export async function signInWith(provider: Provider, pb: PocketBase, more: object = {}) {
  const users = pb.collection('users')
  const redirectURL = 'http://localhost/auth/sso'
  const [method] = (await users.listAuthMethods()).oauth2.providers
  const { name = '', authURL = '', state, codeVerifier } = method ?? {}
  const answer = await provider.authorize(authURL + encodeURIComponent(redirectURL))
  if (answer.searchParams.get('state') !== state) throw new Error('the provider returned another state')
  const body = { provider: name, code: answer.searchParams.get('code'), codeVerifier, redirectURL, ...more }
  return pb.send('/api/collections/users/auth-with-oauth2', { method: 'POST', body })
}
