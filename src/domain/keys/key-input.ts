import * as z from 'zod/mini'
import { accountEmail, singleLineText } from '../text/text-schemas.ts'
import { isIsoDate } from '../time/calendar.ts'
import { keyScopes } from './key-scope.ts'

/** Body of `POST /api/app/keys`. */
export const keySchema = z.lazy(() =>
  z.object({
    name: singleLineText(60).check(z.minLength(1, 'required')),
    /** Email address of the user account whose rights the key has. */
    account: accountEmail(),
    scopes: z.array(z.enum(keyScopes)).check(z.minLength(1, 'required'), z.maxLength(keyScopes.length, 'invalid')),
    expires: z.string().check(z.refine((day) => day === '' || isIsoDate(day), 'date')),
  }),
)
export type KeyInput = z.infer<typeof keySchema>
