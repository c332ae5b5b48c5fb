import * as z from 'zod/mini'
import { decisionSchema } from '../requests/decision-input.ts'
import { idSchema } from '../text/text-schemas.ts'
import { maxCorrections } from './delivery.ts'

/** Body of `POST /api/app/deliveries/send`: the requests whose documents are sent again. */
export const deliveryTargetsSchema = z.pick(decisionSchema, { ids: true, filter: true, except: true, expected: true })

/** Body of `POST /api/app/deliveries/correct`. Invalid addresses are skipped one by one. */
export const correctionsSchema = z.object({
  corrections: z
    .array(z.object({ request: idSchema, email: z.string().check(z.maxLength(400, 'length')) }))
    .check(z.minLength(1, 'required'), z.maxLength(maxCorrections, 'length')),
})
