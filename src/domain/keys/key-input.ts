import * as z from 'zod/mini'
import { line } from '../text/written.ts'
import { isDate } from '../time/calendar.ts'
import { keyScopes } from './key-scope.ts'

/** Body of `POST /api/app/keys`. */
export const keyInput = z.lazy(() =>
  z.object({
    name: line(60).check(z.minLength(1, 'required')),
    /** Email address of the account that the key acts for. */
    account: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(255, 'length'), z.email('email')),
    scopes: z.array(z.enum(keyScopes)).check(z.minLength(1, 'required'), z.maxLength(keyScopes.length, 'invalid')),
    expires: z.string().check(z.refine((day) => day === '' || isDate(day), 'date')),
  }),
)
export type KeyInput = z.infer<typeof keyInput>
