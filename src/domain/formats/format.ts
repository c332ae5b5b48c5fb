import * as z from 'zod/mini'
import { type FormatPaper, formatPaper } from '../documents/paper.ts'
import type { NamedSignatory } from '../documents/signers.ts'
import { type SignatureBlock, signatureBlocks } from '../documents/signing.ts'
import { type Field, field } from '../fields/field.ts'
import { isWritable } from '../text/writable.ts'
import { line, lines } from '../text/written.ts'
import type { FormatStatus } from './format-status.ts'
import { type RouteStep, routeInput } from './route.ts'

/** What an administrator may send. */
export const formatInput = z.object({
  code: z.string().check(z.regex(/^[A-Z]{2,4}$/, 'format.code')),
  name: line(120).check(z.minLength(1, 'required')),
  description: lines(500),
  category: line(60).check(z.minLength(1, 'required')),
  fields: z.array(field).check(z.minLength(1, 'required'), z.maxLength(200, 'length')),
  body: z.string().check(z.minLength(1, 'required'), z.maxLength(50_000, 'length'), z.refine(isWritable, 'characters')),
  requiresReview: z.boolean(),
  signatures: z.optional(signatureBlocks),
  paper: z.optional(formatPaper),
  /** Approval makes a final document; part of the version. */
  makesFinal: z.optional(z.boolean()),
  /** Working days in which what is sent from now on is to be decided; none where it is 0. */
  dueDays: z.optional(z.number().check(z.int('number'), z.minimum(0, 'min'), z.maximum(365, 'max'))),
  /** Who decides, step by step; part of the version. */
  route: z.optional(routeInput),
})
export type FormatInput = z.infer<typeof formatInput>

/** What a version says. */
export type FormatText = Pick<FormatInput, 'fields' | 'body' | 'paper' | 'signatures'>

/** What a migration seeds and an installation starts with. */
export type FormatTemplate = FormatInput

export interface Format extends FormatInput {
  id: string
  status: FormatStatus
  version: number
  /** What it says is not what is published. */
  edited: boolean
  /** The text that came with a release for a format of which the installation has its own: for administrators alone. */
  offer: FormatText | null
  created: string
  updated: string
}

export interface FormatVersion {
  id: string
  format: string
  version: number
  fields: Field[]
  body: string
  signatures: SignatureBlock[]
  paper: FormatPaper
  /** Who signs today for the signatories that it names; left out where it names none. */
  signatories?: NamedSignatory[]
  makesFinal: boolean
  route: RouteStep[]
  /** What whoever decides fills and the owner sees; null, or left out, where they fill nothing. */
  deciderFields?: Field[] | null
  /** What they keep to themselves: told here to administrators alone. */
  keptFields?: Field[] | null
}
