import * as z from 'zod/mini'
import { accountEmail, idSchema } from '../text/text-schemas.ts'

/** Body of `POST /api/app/external/code`. */
export const externalCodeSchema = z.lazy(() => z.object({ email: accountEmail() }))

/** Form to open: a new request of a format, or the correction of the returned request of a link. */
const formChoice = {
  format: z.optional(idSchema),
  /** Value that identifies the person in the list of the format, as typed. */
  record: z.optional(z.string().check(z.maxLength(200, 'length'))),
  link: z.optional(idSchema),
}

/** Body of `POST /api/app/external/form`. */
export const externalFormChoiceSchema = z.lazy(() => z.object(formChoice))
export interface ExternalFormChoice extends z.infer<typeof externalFormChoiceSchema> {}

/** Body of `POST /api/app/external/requests`. `id`: id of the new request, chosen by the client, so that a repeated call creates no second one. */
export const externalRequestSchema = z.lazy(() =>
  z.object({ ...formChoice, id: idSchema, values: z.record(z.string(), z.unknown()) }),
)
