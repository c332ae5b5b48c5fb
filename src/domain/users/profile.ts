import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import { line } from '../text/written.ts'

export const profileFieldTypes = ['text', 'idDocument', 'date', 'email', 'phone', 'integer', 'money'] as const

/** Keys of the built-in profile fields. */
const taken = ['name', 'email', 'phone']

const profileField = z.lazy(() =>
  z.object({
    key: fieldKey.check(z.refine((key) => !taken.includes(key), 'profile.key')),
    label: line(80).check(z.minLength(1, 'required')),
    type: z.enum(profileFieldTypes),
    /** True if the user may edit the field; administrators always may. */
    own: z.boolean(),
  }),
)
export type ProfileField = z.infer<typeof profileField>

export const profileFields = z.lazy(() =>
  z.array(profileField).check(
    z.maxLength(20, 'profile.many'),
    z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'profile.key'),
  ),
)
