import { errorMessages } from '../domain/errors.ts'
import type { User } from '../domain/users/user.ts'
import { getErrorCode, isApiError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { openSession } from './account.ts'
import { loadCurrentUser } from './current-user.ts'
import { refreshSession } from './session.ts'
import { formatSignInError } from './sign-in/sign-in-error.ts'

const key = 'sso'
const failed = 'La respuesta del proveedor no sirve o ya se usó. Inténtelo de nuevo.'
const getRedirectUrl = () => `${location.origin}/auth/sso`

/** Sign-in that continues at the provider. Stored in this window only, so that a link of another site completes none. */
interface Attempt {
  provider: string
  state: string
  codeVerifier: string
  /** Page to open afterwards. */
  redirect: string | undefined
  /** Id of the signed-in user who links the account; empty for a sign-in. */
  linksTo: string
}

/** Parameters with which a provider opens `/auth/sso`. The code is absent if the provider or the user refused. */
export interface ProviderResponse {
  code?: string
  state?: string
}

/** Opens the page of a provider, to sign in or to link an account to user `linksTo`. */
export async function openProvider(provider: string, linksTo = '') {
  const redirect = linksTo ? location.pathname : (new URLSearchParams(location.search).get('redirect') ?? undefined)
  const { oauth2 } = await pb
    .collection('users')
    .listAuthMethods()
    .catch((cause: unknown) => Promise.reject(new Error(formatSignInError(cause), { cause })))
  const method = oauth2.providers.find(({ name }) => name === provider)
  if (!method) throw new Error('Error de autenticación: ese proveedor no responde ahora. Inténtelo más tarde.')
  const { state, codeVerifier, authURL } = method
  const attempt: Attempt = { provider, state, codeVerifier, redirect, linksTo }
  sessionStorage.setItem(key, JSON.stringify(attempt))
  // Asks which account to link, because another site may have signed this browser in to an account of its own.
  const prompt = linksTo && '&prompt=select_account'
  location.assign(authURL + encodeURIComponent(getRedirectUrl()) + prompt)
}

/** Returns whether the provider refused the code, or its token is invalid. PocketBase then responds without an error code. */
const isRefusedByProvider = (cause: unknown) => isApiError(cause) && cause.status === 400 && !getErrorCode(cause)

const loadAttempt = () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Attempt | null

/** Returns whether the provider's response links an account to the signed-in user. */
export const isLinkingAccount = () => Boolean(loadAttempt()?.linksTo)

/** Completes a sign-in or a link with the provider's response. Returns the page to open. */
export async function completeProviderSignIn({ code, state }: ProviderResponse) {
  const attempt = loadAttempt()
  sessionStorage.removeItem(key)
  if (!code || !attempt || attempt.state !== state) throw new Error(failed)
  const { provider, codeVerifier, redirect, linksTo } = attempt
  // A call with a session links the account to its user; one without signs in.
  if (!linksTo) pb.authStore.clear()
  else if ((await loadCurrentUser())?.id !== linksTo) throw new Error(errorMessages['session.ended'])
  const session = await pb
    .collection('users')
    .authWithOAuth2Code<User>(provider, code, codeVerifier, getRedirectUrl())
    .catch((cause: unknown) => Promise.reject(isRefusedByProvider(cause) ? new Error(failed, { cause }) : cause))
  if (linksTo) refreshSession(session.record, session.token)
  else openSession(session)
  return redirect
}
