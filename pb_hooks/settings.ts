import { settingsInput } from '../src/domain/settings.ts'
import { isAdmin } from './actor.ts'
import { tell } from './events.ts'
import { judge } from './input.ts'
import { personById } from './people.ts'
import { refuse } from './refusal.ts'

const fields = Object.keys(settingsInput.shape)

/** An administrator changes the organisation or the registration; the history keeps which. */
export function updateSettings(e: core.RecordRequestEvent) {
  const settings = e.record
  if (!settings) return e.next()
  const given = judge(settingsInput, Object.fromEntries(fields.map((field) => [field, settings.getString(field)])))
  for (const [field, value] of Object.entries(given)) settings.set(field, value)
  settings.ignoreUnchangedFields(true)
  const before = settings.original()
  const changed = [...fields, 'logo'].filter((field) => settings.getString(field) !== before.getString(field))
  e.app.runInTransaction((tx) => {
    e.app = tx
    const asker = personById(tx, e.auth?.id ?? '')
    if (!e.hasSuperuserAuth() && !(asker?.getBool('isActive') && isAdmin(asker))) throw refuse('user.forbidden', 403)
    e.next()
    if (changed.length)
      tell(tx, {
        subject: 'settings',
        subjectId: settings.id,
        actor: e.auth,
        action: 'update',
        details: { fields: changed },
      })
  })
}
