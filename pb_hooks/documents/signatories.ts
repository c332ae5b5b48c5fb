import { signatoryInputSchema } from '../../src/domain/documents/signatory.ts'
import { diffValues, recordEvent } from '../lib/events.ts'
import { createErrorResponse, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRow } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin } from '../lib/users.ts'
import { withStoredPicture } from './stored-pictures.ts'
import { refuseUnprintable } from './unprintable-texts.ts'

const printed = ['name', 'post', 'idDocument']

/** Saves a signatory for an administrator. The history records the names of changed fields, but no pictures. */
export function saveSignatory(e: core.RecordRequestEvent) {
  const signatory = e.record
  if (!signatory) return e.next()
  refuseExpensiveQuery(e)
  const isNew = signatory.isNew()
  const before: Record<string, string> = isNew ? {} : getSignatoryFields(signatory.original())
  const written = validateInput(signatoryInputSchema, {
    ...getSignatoryFields(signatory),
    active: signatory.getBool('active'),
    formats: [...signatory.getStringSlice('formats')],
  })
  for (const [field, value] of Object.entries(written)) signatory.set(field, value)
  refuseUnprintable(printed, (field) => signatory.getString(field))
  const save = (tx: CoreApp) => {
    requireActiveAdmin(tx, e.auth)
    refuseSameAccount(tx, signatory)
    e.next()
    const details = diffValues(before, getSignatoryFields(signatory), [
      'signature',
      'idDocument',
      'user',
      'replacedBy',
      'formats',
    ])
    const line = { subject: 'signatories', subjectId: signatory.id, actor: e.auth } as const
    if (isNew || details.fields.length) recordEvent(tx, { ...line, action: isNew ? 'create' : 'update', details })
  }
  withStoredPicture(e, 'signature', '600x240f', () => runRecordTransaction(e, save))
}

function getSignatoryFields(signatory: core.Record): Record<string, string> {
  const fields = [...Object.keys(signatoryInputSchema.shape), 'signature']
  return Object.fromEntries(fields.map((field) => [field, signatory.getString(field)]))
}

function refuseSameAccount(tx: CoreApp, signatory: core.Record) {
  const user = signatory.getString('user')
  const params = { user, id: signatory.id }
  if (user && queryRow(tx, 'SELECT id FROM signatories WHERE user = {:user} AND id != {:id}', params, { id: '' }))
    throw createErrorResponse('invalid', 400, { user: 'signatory.account' })
}
