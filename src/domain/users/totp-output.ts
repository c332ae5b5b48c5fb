import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'

/** Response of `GET /api/app/totp`. */
export const totpStateSchema = defineObject('TotpState', {
  isOffered: z.boolean().describe('Si el servidor puede cifrar secretos'),
  isActive: z.boolean(),
  recoveryCodes: z.int().describe('Códigos de recuperación sin usar'),
})
export interface TotpState extends z.infer<typeof totpStateSchema> {}

/** Response of `POST /api/app/totp`. */
export const totpSecretSchema = defineObject('TotpSecret', {
  secret: z.string().describe('En Base32'),
  token: z.string().describe('El secreto cifrado, para confirmarlo con un código'),
})
export interface TotpSecret extends z.infer<typeof totpSecretSchema> {}

export const recoveryCodesSchema = defineObject('RecoveryCodes', { codes: z.array(z.string()) })
export interface RecoveryCodes extends z.infer<typeof recoveryCodesSchema> {}
