import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { singleLineText } from '../text/text-schemas.ts'

export const profileFieldTypes = ['text', 'idDocument', 'date', 'email', 'phone', 'integer', 'money'] as const

const builtInKeys = ['name', 'email', 'phone']

const profileFieldSchema = z.lazy(() =>
  z.object({
    key: fieldKeySchema.check(z.refine((key) => !builtInKeys.includes(key), 'profile.key')),
    label: singleLineText(80).check(z.minLength(1, 'required')),
    type: z.enum(profileFieldTypes),
    /** True if users may edit the field in their own profile. Administrators always may. */
    own: z.boolean(),
  }),
)
export type ProfileField = z.infer<typeof profileFieldSchema>

export const profileFieldsSchema = z.lazy(() =>
  z.array(profileFieldSchema).check(
    z.maxLength(20, 'profile.many'),
    z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'profile.key'),
  ),
)
