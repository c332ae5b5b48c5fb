import * as z from 'zod/mini'
import { idSchema, singleLineText } from '../text/text-schemas.ts'

/** Alphabet of secrets and recovery codes (Base32). */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const recoveryCodeLength = 16

/** Code of the app, or a recovery code. Ignores spaces and hyphens: `abcd efgh-ijkl mnop` → `ABCDEFGHIJKLMNOP`. */
const code = () =>
  z.string().check(
    z.maxLength(40, { error: 'code.invalid', abort: true }),
    z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
    z.regex(/^(\d{6}|[A-Z2-7]{16})$/, 'code.invalid'),
  )

/** Body of `POST /api/app/totp`. */
export const totpStartSchema = z.lazy(() => z.object({ password: z.string().check(z.minLength(1, 'required')) }))
export type TotpStart = z.infer<typeof totpStartSchema>

/** Body of `PUT /api/app/totp`. `token`: encrypted secret, from `TotpSecret`. */
export const totpConfirmationSchema = z.lazy(() =>
  z.object({ token: z.string().check(z.maxLength(500, 'length')), code: code() }),
)

/** Body of `POST /api/app/totp/{end|codes}`. */
export const totpCodeSchema = z.lazy(() => z.object({ code: code() }))

/** Body of `POST /api/app/auth-with-totp`. */
export const totpSignInSchema = z.lazy(() => z.object({ mfaId: idSchema, code: code() }))

/** Body of `POST /api/app/users/{id}/{second-factor/reset|unlink}`. */
export const signInResetSchema = z.lazy(() =>
  z.object({ reason: singleLineText(500).check(z.minLength(1, 'required')) }),
)
export type SignInReset = z.infer<typeof signInResetSchema>
