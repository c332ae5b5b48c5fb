import * as z from 'zod/mini'
import { multilineText, singleLineText } from '../text/text-schemas.ts'
import { maxDrawingBytes } from './signing.ts'

/** Body of the calls of a link. `token`: last part of its address, 32 hexadecimal digits; another text is an unknown token. */
export const linkTokenSchema = z.object({ token: z.string().check(z.maxLength(100, 'invalid')) })

/** Body of `POST /api/app/guests/{id}/block`. */
export const blockGuestSchema = z.object({ blocked: z.boolean() })

/** Body of `POST /api/app/signatures/{id}/correct`. */
export const addressSchema = z.object({ email: z.string().check(z.maxLength(400, 'length')) })

/** Body of `POST /api/app/guest/links/{id}/signature`. */
export const signatureInputSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('sign'),
    name: singleLineText(120).check(z.minLength(3, 'required')),
    /** SHA-256 of the document that the page showed, and the text that the signer accepted. */
    hash: z.string().check(z.maxLength(64, 'invalid')),
    consent: z.string().check(z.maxLength(1_000, 'length')),
    /** Drawn signature: a PNG in base 64. */
    drawing: z.optional(z.string().check(z.maxLength(Math.ceil(maxDrawingBytes / 3) * 4, 'length'))),
  }),
  z.object({ action: z.literal('refuse'), reason: multilineText(500).check(z.minLength(1, 'required')) }),
])
export type SignatureInput = z.infer<typeof signatureInputSchema>
