import * as z from 'zod/mini'
import { id, lines } from '../text/written.ts'

const values = z.record(z.string(), z.unknown())

/** Body of `POST /api/collections/requests/records`: a new draft. */
export const draftInput = z.lazy(() => z.object({ id: z.optional(id), format: id, values }))

/** Body of `PATCH /api/collections/requests/records/{id}`. */
export const draftChange = z.lazy(() => z.object({ values }))

/** Body of `POST /api/app/requests/preview`. `formatVersion`: version of an existing request; the published one if absent. */
export const previewInput = z.lazy(() => z.object({ format: id, formatVersion: z.optional(id), values }))

/** Body of `POST /api/app/requests/{id}/comments`. */
export const commentInput = z.lazy(() => z.object({ text: lines(2000).check(z.minLength(1, 'required')) }))
