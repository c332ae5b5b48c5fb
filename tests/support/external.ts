import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { ListInput } from '../../src/domain/lists/list.ts'
import type { RecordList } from '../../src/domain/lists/list-output.ts'
import { confirmCode, sendBody } from './links.ts'
import { importRecords } from './lists.ts'
import { codeIn, mailTo } from './mailbox.ts'
import { anonymous, type Person } from './people.ts'
import { aPublishedFormat } from './requests.ts'

export const anEmail = () => `${randomUUID().slice(0, 13)}@externos.test`

const columns: ListInput['columns'] = [
  { key: 'cedula', label: 'Cédula', type: 'idDocument' },
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'cargo', label: 'Cargo', type: 'text' },
  { key: 'correo', label: 'Correo', type: 'email' },
]

/** Creates a list of former employees that only administrators can read. */
export async function aFormerEmployeeList({ pb }: Person, rows: Record<string, string>[]): Promise<string> {
  const input = { name: `Retirados ${randomUUID()}`, columns, keyColumn: 'cedula', access: 'admins', groups: [] }
  const list = await pb.collection<RecordList>('lists').create(input)
  await importRecords({ pb }, list, rows)
  return list.id
}

export const certificateFields = (list: string): Field[] => [
  {
    key: 'cedula',
    label: 'Cédula',
    type: 'idDocument',
    required: true,
    list: { id: list, column: 'cedula', fills: ['nombre', 'cargo'].map((key) => ({ key, column: key })) },
  },
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60, summary: true },
  { key: 'cargo', label: 'Cargo', type: 'text', required: true, max: 60 },
  { key: 'motivo', label: 'Para qué lo necesita', type: 'text', required: true, max: 60 },
]

/** Creates a format that the people of a list may request without an account. */
export const aCertificate = (admin: Person, list: string, change: Partial<Format> = {}): Promise<Format> =>
  aPublishedFormat(admin, {
    name: 'Certificado de retiro',
    fields: certificateFields(list),
    body: '# Certificado\n\n**{{nombre}}**, {{cedula}}, fue {{cargo}}. Para {{motivo}}.',
    external: { who: 'list', field: 'cedula', email: 'correo' },
    ...change,
  })

export const requestExternalCode = (pb: PocketBase, email: string) =>
  sendBody<{ otpId: string }>(pb, '/api/app/external/code', { email })

/** Signs a person without an account in with the code from the mailbox. */
export async function signInByAddress(email: string, { at, after = 0 }: { at?: string; after?: number } = {}) {
  const pb = anonymous(at ? { at } : {})
  const { otpId } = await requestExternalCode(pb, email)
  await confirmCode(pb, otpId, codeIn(await mailTo(email, { after })))
  return pb
}

export interface OpenedExternalForm {
  values: Record<string, unknown>
  locked: string[]
  notes: Record<string, string>
  reason: string
}

export const openExternalForm = (pb: PocketBase, choice: object) =>
  sendBody<OpenedExternalForm>(pb, '/api/app/external/form', choice)

export const anId = () => randomUUID().replaceAll('-', '').slice(0, 15)

export const submitExternally = (pb: PocketBase, body: object) =>
  sendBody<{ number: string }>(pb, '/api/app/external/requests', { id: anId(), ...body })
