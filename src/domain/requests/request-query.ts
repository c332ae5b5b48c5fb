import * as z from 'zod'
import { deliveryFilters } from '../deliveries/delivery.ts'
import { documentKinds } from '../documents/document-kind.ts'
import { signingFilters } from '../links/signing.ts'
import { daySchema, recordIdSchema } from '../text/text-types.ts'
import { dateFilterKeys, decisionTypes, requestPrivacyStates, requestStatuses } from './request.ts'

/** Filter of the request list. `from` and `to`: days in the installation's time zone, both included. */
export const requestQuerySchema = z
  .object({
    status: z.enum(requestStatuses),
    /** Kind of the request's document. Only approved requests have a document. */
    documentKind: z.enum(documentKinds),
    format: recordIdSchema,
    owner: recordIdSchema,
    batch: recordIdSchema,
    /** `overdue`: submitted requests whose decision deadline has passed. */
    due: z.literal('overdue'),
    /** State of the delivery of the document; `failed` for all that the mail server did not accept. */
    delivery: z.enum(deliveryFilters),
    /** State of the signatures of people without an account; `missing` for all that can still be signed. */
    signing: z.enum(signingFilters),
    /** State of the personal data. Only for administrators. */
    privacy: z.enum(requestPrivacyStates),
    /** Event to which `from` and `to` refer; default `created`. */
    dates: z.enum(dateFilterKeys),
    /** Type of a decision on the request, even if later decisions followed. */
    decision: z.enum(decisionTypes),
    /** User who took that decision or, with `step`, decided that stage. Only for administrators. */
    reviewer: recordIdSchema,
    /** Key of a route stage. `reviewer` and the days of `decided` then refer to this stage. */
    step: z.string().describe('La clave de un paso de la ruta que se decidió'),
    /** Key of an amount field. Selects approved requests with a value in the field. */
    amount: z.string().describe('La clave de un campo que el informe suma'),
    from: daySchema,
    to: daySchema,
    search: z.string(),
    /** Requests of all users that the caller may decide now (`decide`) or has decided at any stage (`decided`). */
    mine: z.enum(['decide', 'decided']),
  })
  .partial()
  .meta({ id: 'RequestFilter' })
