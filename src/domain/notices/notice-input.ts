import * as z from 'zod/mini'
import { idSchema } from '../text/text-schemas.ts'
import { mailFrequencies, noticeKinds } from './notice.ts'

/** Body of `PUT /api/app/notices/choices`. */
export const mailPreferenceSchema = z.object({ kind: z.enum(noticeKinds), mail: z.enum(mailFrequencies) })

/** Body of `POST /api/app/notices/read`: notice ids, or all notices up to a time. */
export const readNoticesSchema = z.union([
  z.object({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(200, 'length')) }),
  z.object({ until: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/, 'invalid')) }),
])
