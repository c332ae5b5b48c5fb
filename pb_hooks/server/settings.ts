import { lacksNitCheckDigit } from '../../src/domain/documents/id-number.ts'
import { settingsSchema } from '../../src/domain/settings/settings.ts'
import { type ProfileField, profileFieldsSchema } from '../../src/domain/users/profile.ts'
import { withStoredPicture } from '../documents/stored-pictures.ts'
import { refuseUnprintable } from '../documents/unprintable-texts.ts'
import { diffValues, recordEvent } from '../lib/events.ts'
import { createErrorResponse, refuseStaleUpdate, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { getProfileFields, requireActiveAdmin } from '../lib/users.ts'
import { deleteRemovedProfileFields } from '../users/profile.ts'

const fields = Object.keys(settingsSchema.shape)
/** Settings printed on every document. */
const printed = ['organisationName', 'organisationId', 'address', 'city', 'phone', 'web']

/**
 * Saves changed settings for an administrator, and records old and new values as an event. `?updated=`: timestamp of the version that the client
 * read; the list of profile fields is saved as a whole, so two simultaneous changes would lose one.
 */
export function updateSettings(e: core.RecordRequestEvent) {
  const settings = e.record
  if (!settings) return e.next()
  refuseExpensiveQuery(e)
  const before = getSettingsFields(settings.original())
  for (const [field, value] of Object.entries(validateInput(settingsSchema, getSettingsFields(settings))))
    settings.set(field, value)
  settings.set('profileFields', validateProfileFields(settings))
  refuseUnprintable(printed, (field) => settings.getString(field))
  const organisationId = settings.getString('organisationId')
  if (organisationId !== before.organisationId && lacksNitCheckDigit(organisationId, settings.getString('country')))
    throw createErrorResponse('invalid', 400, { organisationId: 'settings.nit' })
  settings.ignoreUnchangedFields(true)
  const save = (tx: CoreApp) => {
    requireActiveAdmin(tx, e.auth)
    refuseStaleUpdate(e, getSettingsRecord(tx))
    e.next()
    const after = getSettingsFields(settings)
    const changed = diffValues(before, after, ['logo', 'profileFields'])
    const line = { subject: 'settings', subjectId: settings.id, actor: e.auth, action: 'update' } as const
    if (changed.fields.length) recordEvent(tx, { ...line, details: changed })
  }
  withStoredPicture(e, 'logo', '480x184f', () => runRecordTransaction(e, save))
  deleteRemovedProfileFields(e.app)
}

function getSettingsFields(settings: core.Record): Record<string, string | boolean> {
  const values = [...fields, 'logo', 'profileFields'].map(
    (field) => [field, settings.getString(field).replace(/^null$/, '[]')] as const,
  )
  return { ...Object.fromEntries(values), pageRagged: settings.getBool('pageRagged') }
}

function validateProfileFields(settings: core.Record): ProfileField[] {
  const judged = profileFieldsSchema.safeParse(getProfileFields(settings))
  if (judged.success) return judged.data
  const errors = judged.error.issues.map(({ path, message }) => [['profileFields', ...path].join('.'), message])
  throw createErrorResponse('invalid', 400, Object.fromEntries(errors))
}
