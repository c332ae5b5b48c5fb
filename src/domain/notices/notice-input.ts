import * as z from 'zod/mini'
import { id } from '../text/written.ts'
import { mailTimes, noticeKinds } from './notice.ts'

/** What `PUT /api/app/notices/choices` takes. */
export const mailChoice = z.object({ kind: z.enum(noticeKinds), mail: z.enum(mailTimes) })

/** What `POST /api/app/notices/read` takes: named ones, or all that were told at this moment or before. */
export const noticesRead = z.union([
  z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(200, 'length')) }),
  z.object({ until: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/, 'invalid')) }),
])
