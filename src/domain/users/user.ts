import * as z from 'zod/mini'
import { accountEmail, idSchema, multilineText, singleLineText } from '../text/text-schemas.ts'
import { maxPasswordLength, minPasswordLength } from './password.ts'
import { roles } from './role.ts'
import type { userSchema } from './user-output.ts'

export interface User extends z.infer<typeof userSchema> {}

function fitsBcrypt(password: string): boolean {
  let bytes = 0
  for (const character of password) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes <= 72
}

/** Pattern of texts that a mail client would turn into a link. Rejected in names, because mails contain the names of other users. */
const isAddress = /:\/\/|@|www\.|[^\s.]\.[^\s.,;)]{2,}/i
const name = () =>
  singleLineText(120).check(
    z.minLength(1, 'required'),
    z.refine((text) => !isAddress.test(text), 'name.address'),
  )
/** Phone number as typed, with optional spaces, hyphens and brackets; stored in E.164 form. */
const phone = () => z.string().check(z.trim(), z.regex(/^(\+?[\d\s().-]{7,20})?$/, 'phone'))
const password = () =>
  z
    .string()
    .check(
      z.minLength(minPasswordLength, 'password.short'),
      z.maxLength(maxPasswordLength, 'length'),
      z.refine(fitsBcrypt, 'length'),
    )

function samePasswords<T extends { password: string; passwordConfirm: string }>() {
  return z.refine<T>((input) => input.password === input.passwordConfirm, {
    error: 'password.mismatch',
    path: ['passwordConfirm'],
  })
}

/** Schema of the current password. Rejects passwords below the minimum length without a server call. */
const currentPassword = () =>
  z.string().check(z.minLength(1, { error: 'required', abort: true }), z.minLength(minPasswordLength, 'password.short'))

// Creates schemas on first use, because each takes 25 kB in each virtual machine of the server.
export const credentialsSchema = z.lazy(() => z.object({ email: accountEmail(), password: currentPassword() }))
export type Credentials = z.infer<typeof credentialsSchema>

export const registrationSchema = z.lazy(() =>
  z
    .object({ name: name(), email: accountEmail(), phone: phone(), password: password(), passwordConfirm: z.string() })
    .check(samePasswords<{ password: string; passwordConfirm: string }>()),
)
export type Registration = z.infer<typeof registrationSchema>

export const newPasswordSchema = z.lazy(() =>
  z
    .object({ password: password(), passwordConfirm: z.string() })
    .check(samePasswords<{ password: string; passwordConfirm: string }>()),
)
export type NewPassword = z.infer<typeof newPasswordSchema>

/** Body of a user's password change, including the current password. */
export const passwordChangeSchema = z.lazy(() =>
  z
    .object({
      oldPassword: z.string().check(z.minLength(1, 'required')),
      password: password(),
      passwordConfirm: z.string(),
    })
    .check(samePasswords<{ oldPassword: string; password: string; passwordConfirm: string }>()),
)

export const passwordRecoverySchema = z.lazy(() => z.object({ email: accountEmail() }))

export const profileSchema = z.lazy(() => z.object({ name: name(), phone: phone() }))
export type Profile = z.infer<typeof profileSchema>

/** Form values of the first administrator. */
export const firstAdminSchema = z.lazy(() => z.object({ name: name(), email: accountEmail(), password: password() }))
export type FirstAdmin = z.infer<typeof firstAdminSchema>

/** Body of `POST /api/app/setup`. */
export const installationSetupSchema = z.lazy(() =>
  z.object({
    token: z.string(),
    name: name(),
    email: accountEmail(),
    password: password(),
    organisationName: singleLineText(120).check(z.minLength(1, 'required')),
  }),
)
export type InstallationSetupInput = z.infer<typeof installationSetupSchema>

/** Body of `POST /api/app/setup?check`, which only validates the setup link. */
export const installationSetupLinkSchema = z.lazy(() => z.object({ token: z.string() }))

const userIds = () => z.array(idSchema).check(z.minLength(1), z.maxLength(200, 'length'))

/** Body of `POST /api/app/users/{activate|deactivate}`. `undo`: `deactivate` reverts an activation. */
export const userIdsSchema = z.lazy(() => z.object({ ids: userIds(), undo: z.optional(z.boolean()) }))

/** Body of `POST /api/app/users/reject`. `undo`: reverts a rejection; it needs no reason. */
export const userRejectionSchema = z.lazy(() =>
  z
    .object({ ids: userIds(), reason: z.optional(multilineText(2000)), undo: z.optional(z.boolean()) })
    .check(z.refine(({ reason, undo }) => undo || reason, { error: 'required', path: ['reason'] })),
)

/** Body of `POST /api/app/verify`. */
export const emailVerificationSchema = z.lazy(() =>
  z.object({ otpId: idSchema, code: z.string().check(z.regex(/^\d{6}$/, 'code.invalid')) }),
)

/** Body of `PUT /api/app/second-factor`, confirmed by a code sent by mail. */
export const secondFactorSchema = z.lazy(() =>
  z.object({ enabled: z.boolean(), otpId: idSchema, code: z.string().check(z.regex(/^\d{6}$/, 'code.invalid')) }),
)
export type SecondFactorInput = z.infer<typeof secondFactorSchema>

/** Body of `POST /api/app/users/invite`. */
export const invitationSchema = z.lazy(() =>
  z.object({
    email: accountEmail(),
    name: name(),
    role: z.enum(roles),
    /** E-mail address of the immediate manager's account. */
    manager: z.optional(z.union([z.literal(''), accountEmail()])),
  }),
)

export type Invitation = z.infer<typeof invitationSchema>

/** User fields that administrators can edit. */
export const userUpdateSchema = z.lazy(() => z.object({ name: name(), email: accountEmail(), phone: phone() }))
export type UserUpdate = z.infer<typeof userUpdateSchema>

/** Form values of a user's immediate manager. Empty if there is none. */
export const managerInputSchema = z.lazy(() => z.object({ manager: z.string() }))

/** Body of `POST /api/app/users/{id}/email`. */
export const emailChangeSchema = z.lazy(() => z.object({ email: accountEmail() }))

export const currentPasswordSchema = z.lazy(() => z.object({ password: currentPassword() }))

/** Body of `POST /api/app/users/email`: token from the confirmation mail, and the account's password. */
export const emailConfirmationSchema = z.lazy(() =>
  z.object({ token: z.string().check(z.maxLength(2000, 'length')), password: currentPassword() }),
)
export type EmailConfirmation = z.infer<typeof emailConfirmationSchema>
