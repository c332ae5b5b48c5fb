import * as z from 'zod/mini'

/** Body of the calls that open a document on the verification page: the last four digits of its holder's identity number. */
export const holderDigitsSchema = z.object({
  digits: z.string('invalid').check(z.regex(/^\d{4}$/, 'invalid')),
})
