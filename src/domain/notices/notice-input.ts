import * as z from 'zod/mini'
import { id } from '../text/written.ts'
import { mailTimes, noticeKinds } from './notice.ts'

/** Body of `PUT /api/app/notices/choices`. */
export const mailChoice = z.object({ kind: z.enum(noticeKinds), mail: z.enum(mailTimes) })

/** Body of `POST /api/app/notices/read`: notice ids, or all notices up to a time. */
export const noticesRead = z.union([
  z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(200, 'length')) }),
  z.object({ until: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/, 'invalid')) }),
])
