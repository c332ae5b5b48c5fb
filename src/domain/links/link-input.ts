import * as z from 'zod/mini'

/** Body of the calls of a link. `token`: last part of its address, 32 hexadecimal digits; another text is an unknown token. */
export const linkTokenSchema = z.object({ token: z.string().check(z.maxLength(100, 'invalid')) })

/** Body of `POST /api/app/guests/{id}/block`. */
export const blockGuestSchema = z.object({ blocked: z.boolean() })
