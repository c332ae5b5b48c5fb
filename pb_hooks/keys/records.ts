import type { Batch, BatchRow, PreviousBatch } from '../../src/domain/batches/batch.ts'
import type { BatchRowInput } from '../../src/domain/batches/batch-input.ts'
import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import type { SignatureBlock } from '../../src/domain/documents/signature-block.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import type { Format, FormatVersion, formatAccessLevels } from '../../src/domain/formats/format.ts'
import type { RouteStep } from '../../src/domain/formats/route.ts'
import type { RecordList } from '../../src/domain/lists/list.ts'
import type { Request, RequestDocument } from '../../src/domain/requests/request.ts'
import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import type { Id, Sha256, Timestamp } from '../../src/domain/text/text-types.ts'
import type { User } from '../../src/domain/users/user.ts'
import type { WebhookBody } from '../../src/domain/webhooks/webhook.ts'

// Records as PocketBase's own calls return them: the types of the domain, with the properties that PocketBase adds.

interface StoredRecord {
  id: Id
  collectionId: string
  collectionName: string
  created: Timestamp
  updated: Timestamp
  /** Related records. @description Los registros relacionados que se pidieron con `expand` */
  expand?: Record<string, unknown>
}

/** Values of a record. Large pages omit them (`list-limits.ts`). */
interface WithValues {
  /** Canonical values by field key. Large pages omit them. @description Clave de cada campo y su valor canónico: fechas AAAA-MM-DD, dinero y decimales como texto con punto. No llegan en páginas de más de 30 */
  values?: Values
}

export interface FormatRecord
  extends Omit<Format, 'aliases' | 'signatures' | 'paper' | 'route' | 'makesFinal' | 'dueDays' | 'access' | 'groups'>,
    StoredRecord {
  /** True if an approval generates a final document. @description Si la aprobación genera un documento definitivo */
  makesFinal: boolean
  /** Other names by which the format is found. @description Otros nombres con los que se busca */
  aliases: string
  /** Deadline of decisions in working days; 0 for no deadline. @description Días hábiles para decidir; 0 si no hay plazo. Un formato nuevo tiene 3 */
  dueDays: number
  /** @description Quién puede pedirlo, además de los administradores: todos, o los miembros de unos grupos */
  access: (typeof formatAccessLevels)[number]
  /** @description Los grupos que pueden pedirlo; solo para administradores */
  groups: Id[]
  signatures: SignatureBlock[] | null
  paper: FormatPaperSettings | null
  route: RouteStep[] | null
}

export interface FormatVersionRecord extends Omit<FormatVersion, 'signatures' | 'paper' | 'route'>, StoredRecord {
  signatures: SignatureBlock[] | null
  paper: FormatPaperSettings | null
  route: RouteStep[] | null
}

export interface RequestRecord extends Omit<Request, 'values'>, WithValues, StoredRecord {}

export interface RequestRevisionRecord extends WithValues, StoredRecord {
  request: Id
  revision: number
  submittedAt: Timestamp
}

export interface RequestDocumentRecord extends RequestDocument, StoredRecord {}

export interface AttachmentRecord extends StoredRecord {
  owner: Id
  request: Id | ''
  name: string
  /** Bytes. @description Bytes */
  size: number
  /** Media type. @description El tipo de su contenido */
  kind: string
  hash: Sha256
  crc: number
  /** Whether the file belongs to a submitted request. @description Si ya va en una solicitud enviada */
  sent: boolean
  file: string
}

export interface BatchRecord extends Batch, StoredRecord {
  /** User who confirmed the batch. @description Quién lo envió */
  sender: Id | ''
  startedAt: Timestamp | ''
}

export interface BatchRowRecord
  extends Omit<BatchRow, 'values' | 'wrong' | 'errors' | 'warnings'>,
    WithValues,
    StoredRecord {
  summary: string
  /** Original texts of the invalid cells, by column key. @description Lo que decían las celdas que no se pudieron leer, por la clave de su columna */
  wrong: BatchRow['wrong'] | null
  /** Error codes by field key, `*` for the whole row. @description Clave de cada campo, `*` para toda la fila, y el código de su error */
  errors: BatchRow['errors'] | null
  warnings: BatchRow['warnings'] | null
}

export interface ListRecord extends RecordList, StoredRecord {
  staged: Id | ''
  stagedFile: string
}

/** Response to a sign-in. */
export interface Session {
  token: string
  record: User & StoredRecord
}

/**
 * Error response of any call.
 * @description Todo rechazo. `data.code.code` es el código; los demás nombres de `data` son campos.
 */
interface Refusal {
  status: number
  /** Error message for the user. @description Qué pasó y qué hacer */
  message: string
  data: Record<string, { code: string; message?: string } | PreviousBatch>
}

/** Query for PocketBase's record calls. */
export interface RecordParams {
  /** Names of the properties to return, separated by commas; default: all. @description Los nombres que se quieren, separados por coma; sin esto llegan todos */
  fields?: string
  expand?: string
}

export interface RecordListParams extends RecordParams {
  page?: number
  perPage?: number
  /** Filter in PocketBase's syntax. @description Hasta 40 `&&` y 40 `||`; no por `values` ni otros datos extensos */
  filter?: string
  sort?: string
  skipTotal?: string
}

export interface LargeRecordListParams extends RecordListParams {
  /** Records per page. Pages of more than 30 omit `values`. @maximum 200 @description Con más de 30 por página los registros llegan sin `values` */
  perPage?: number
}

/**
 * Types of the document that belong to no single call.
 * @public The build reads them by name.
 */
export interface SharedTypes {
  refusal: Refusal
  message: WebhookBody
  filter: RequestFilter
  portionRow: BatchRowInput
  rowList: number[]
}
