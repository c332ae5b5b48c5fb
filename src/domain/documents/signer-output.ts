import * as z from 'zod'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { daySchema, sha256Schema, timestampSchema } from '../text/text-types.ts'

export const documentSignerSchema = defineObject('DocumentSigner', {
  /** Caption of the signature, e.g. «Recibe», «Aprobó». */
  caption: z.string(),
  name: z.string(),
  post: z.string(),
  document: z.string(),
  /** Id of the scanned signature; empty if the document is signed by hand. */
  image: z.string(),
  approvedOn: orEmpty(daySchema).optional().describe('Día en que aprobó; solo de quien aprobó'),
  inPlaceOf: z.string().optional().describe('A quién reemplazó; solo de quien aprobó en lugar de otra persona'),
  outside: z.int().optional().describe('Qué firmante del formato es, desde 0; solo de quien firma por un enlace'),
  signedBy: z.string().optional().describe('El nombre que escribió al firmar; solo de quien firmó por un enlace'),
  signedAt: z.string().optional().describe('Cuándo firmó, en la hora local: AAAA-MM-DDTHH:MM'),
  sealedOn: orEmpty(daySchema)
    .optional()
    .describe('Día del sello de la organización; vacío si el documento no lo lleva'),
})

/** Signers of a document. Stored with the document until its decision changes. */
export const documentSignersSchema = defineObject('DocumentSigners', {
  decidedAt: orEmpty(timestampSchema),
  approver: z.string().describe('Quién aprobó; vacío si nadie tuvo que aprobar'),
  inPlaceOf: z.string().optional().describe('A quién reemplazó quien aprobó'),
  keyName: z.string().optional().describe('La clave con que aprobó un programa'),
  isConfirmed: z.boolean().optional().describe('Si quien aprobó confirmó con su contraseña'),
  signers: z.array(documentSignerSchema),
})

/** Row of the evidence page: an approval, or a signature of a person without an account. */
export const evidenceRowSchema = defineObject('EvidenceRow', {
  name: z.string().describe('Quién aprobó o firmó'),
  role: z.string().describe('En qué calidad'),
  at: timestampSchema,
  confirmation: z.string().describe('Cómo confirmó su identidad'),
  origin: z.string().describe('Equipo y dirección de red'),
  hash: z.string().describe('SHA-256 de lo que leyó'),
})
export interface EvidenceRow extends z.infer<typeof evidenceRowSchema> {}

export const documentSealSchema = defineObject('DocumentSeal', {
  holder: z.string().describe('Titular del certificado'),
  fingerprint: sha256Schema.describe('Huella SHA-256 del certificado'),
  stampedAt: orEmpty(timestampSchema).describe('Hora de la estampa de tiempo; vacía si no la tiene'),
  lacksTimestamp: z.boolean().describe('El servicio de estampas no respondió; generar el documento de nuevo la pone'),
})

export interface DocumentSeal extends z.infer<typeof documentSealSchema> {}

export const resolvedSignatorySchema = defineObject('ResolvedSignatory', {
  id: z.string(),
  name: z.string(),
  post: z.string(),
  idDocument: z.string(),
})
