import * as z from 'zod/mini'
import type { Values } from '../fields/field.ts'
import { id, line } from '../text/written.ts'
import { passwordMax, passwordMin } from './password.ts'
import { type Role, roles } from './role.ts'

function fitsBcrypt(password: string): boolean {
  let bytes = 0
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes <= 72
}

export interface User {
  id: string
  email: string
  emailVisibility: boolean
  verified: boolean
  name: string
  phone: string
  isActive: boolean
  /** Empty for whoever is active and whoever still waits to be let in. */
  deactivatedAt: string
  role: Role
  /** By key of the fields that administrators added (`profile.ts`), as their types keep it. */
  profile: Values | null
  created: string
  updated: string
}

const email = () => z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(255, 'length'), z.email('email'))
/** What a mail program makes a link of: a name stands in mails that others receive. */
const isAddress = /:\/\/|@|www\.|[^\s.]\.[^\s.,;)]{2,}/i
const name = () =>
  line(120).check(
    z.minLength(1, 'required'),
    z.refine((text) => !isAddress.test(text), 'name.address'),
  )
/** Free to be typed with spaces, hyphens and brackets; E.164 is what is kept. */
const phone = () => z.string().check(z.trim(), z.regex(/^(\+?[\d\s().-]{7,20})?$/, 'phone'))
const password = () =>
  z
    .string()
    .check(
      z.minLength(passwordMin, 'password.short'),
      z.maxLength(passwordMax, 'length'),
      z.refine(fitsBcrypt, 'length'),
    )

function samePasswords<T extends { password: string; passwordConfirm: string }>() {
  return z.refine<T>((input) => input.password === input.passwordConfirm, {
    error: 'password.mismatch',
    path: ['passwordConfirm'],
  })
}

/** No account has a shorter password: nobody needs to be asked. */
const known = () =>
  z.string().check(z.minLength(1, { error: 'required', abort: true }), z.minLength(passwordMin, 'password.short'))

// Made when first used, as all that few ask for: each takes 25 kB in each virtual machine of the server.
export const credentials = z.lazy(() => z.object({ email: email(), password: known() }))
export type Credentials = z.infer<typeof credentials>

export const registration = z.lazy(() =>
  z
    .object({ name: name(), email: email(), phone: phone(), password: password(), passwordConfirm: z.string() })
    .check(samePasswords<{ password: string; passwordConfirm: string }>()),
)
export type Registration = z.infer<typeof registration>

export const newPassword = z.lazy(() =>
  z
    .object({ password: password(), passwordConfirm: z.string() })
    .check(samePasswords<{ password: string; passwordConfirm: string }>()),
)
export type NewPassword = z.infer<typeof newPassword>

/** A person's own change of password: the current one proves who asks. */
export const passwordChange = z.lazy(() =>
  z
    .object({
      oldPassword: z.string().check(z.minLength(1, 'required')),
      password: password(),
      passwordConfirm: z.string(),
    })
    .check(samePasswords<{ oldPassword: string; password: string; passwordConfirm: string }>()),
)
export type PasswordChange = z.infer<typeof passwordChange>

export const recovery = z.lazy(() => z.object({ email: email() }))
export type Recovery = z.infer<typeof recovery>

export const profile = z.lazy(() => z.object({ name: name(), phone: phone() }))
export type Profile = z.infer<typeof profile>

/** The first administrator. */
export const newcomer = z.lazy(() => z.object({ name: name(), email: email(), password: password() }))
export type Newcomer = z.infer<typeof newcomer>

/** What `POST /api/app/setup` takes. */
export const setupInput = z.lazy(() =>
  z.object({
    token: z.string(),
    name: name(),
    email: email(),
    password: password(),
    organisationName: line(120).check(z.minLength(1, 'required')),
  }),
)
export type SetupInput = z.infer<typeof setupInput>

/** The same call with `?check`, which only tells whether the link is good. */
export const setupLink = z.lazy(() => z.object({ token: z.string() }))

/** What `POST /api/app/users/{activate|deactivate}` takes. */
export const peopleChosen = z.lazy(() =>
  z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(200, 'length')) }),
)

/** What `POST /api/app/verify` takes. */
export const verification = z.lazy(() =>
  z.object({ otpId: id, code: z.string().check(z.regex(/^\d{6}$/, 'code.invalid')) }),
)

/** What `POST /api/app/users/invite` takes. */
export const invitation = z.lazy(() => z.object({ email: email(), name: name(), role: z.enum(roles) }))

/** Fields of a person that administrators correct. */
export const correction = z.lazy(() => z.object({ name: name(), email: email(), phone: phone() }))
export type Correction = z.infer<typeof correction>

/** Body of `POST /api/app/users/{id}/email`. */
export const emailChange = z.lazy(() => z.object({ email: email() }))

/** Body of `POST /api/app/users/email`: the token of the link that the new address received, and the account's password. */
export const emailConfirmation = z.lazy(() =>
  z.object({ token: z.string().check(z.maxLength(2000, 'length')), password: known() }),
)
export type EmailConfirmation = z.infer<typeof emailConfirmation>
