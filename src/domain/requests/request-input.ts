import * as z from 'zod/mini'
import { idSchema, multilineText } from '../text/text-schemas.ts'

const values = z.record(z.string(), z.unknown())

/** Body of `POST /api/collections/requests/records`: a new draft. */
export const draftSchema = z.lazy(() => z.object({ id: z.optional(idSchema), format: idSchema, values }))

/** Body of `PATCH /api/collections/requests/records/{id}`. */
export const draftUpdateSchema = z.lazy(() => z.object({ values }))

/** Body of `POST /api/app/requests/preview`. `formatVersion`: version of an existing request; default: the published version. */
export const previewSchema = z.lazy(() => z.object({ format: idSchema, formatVersion: z.optional(idSchema), values }))

/** Body of `POST /api/app/requests/{id}/comments`. `id`: chosen by the client, so that a repeated call adds one comment. */
export const commentSchema = z.lazy(() =>
  z.object({ id: z.optional(idSchema), text: multilineText(2000).check(z.minLength(1, 'required')) }),
)
