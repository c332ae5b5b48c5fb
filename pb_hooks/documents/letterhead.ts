import type { Logo } from '../../src/domain/documents/logo.ts'
import { organisationPage, type PageSetup } from '../../src/domain/documents/page.ts'
import { logError } from '../lib/log.ts'
import { recordId } from '../lib/record-id.ts'
import { row } from '../lib/sql.ts'
import { pathOf } from '../lib/stored-files.ts'
import { copyFiles } from './files.ts'
import { pictureIfAny } from './pictures.ts'

/** Settings that appear on documents. */
const shape = {
  id: '',
  organisationName: '',
  organisationId: '',
  address: '',
  city: '',
  country: '',
  phone: '',
  web: '',
  pageSize: '',
  pageMargins: '',
  pageRagged: 0,
  pageCountry: '',
  logo: '',
}
type Shape = typeof shape

const kept = Object.keys(shape).filter((column) => column !== 'id')
const columns = ['id', ...kept].join(', ')

export interface Letterhead {
  name: string
  id: string
  address: string
  city: string
  country: string
  phone: string
  web: string
  logo: Logo | null
  page: PageSetup
}

export function letterheadNow(app: CoreApp): Letterhead {
  return letterheadOf(app, 'settings', settingsOf(app))
}

/** Letterhead stored for generated documents. `kept`: id of its record; `country`: time zone of the document dates. */
export interface LetterheadToKeep {
  kept: string
  country: string
  letterhead: Letterhead
}

export function letterheadToKeep(app: CoreApp): LetterheadToKeep {
  const now = settingsOf(app)
  const isStill = () => settingsOf(app).logo === now.logo
  let found: Shape | undefined
  try {
    found = keptAs(app, now) ?? keep(app, now)
  } catch (error) {
    if (isStill()) throw error
  }
  // Starts again if the logo was replaced while it was copied.
  if (!found || !isStill()) return letterheadToKeep(app)
  return { kept: found.id, country: found.country || 'CO', letterhead: letterheadOf(app, 'letterheads', found) }
}

export function keptLetterhead(app: CoreApp, id: string): LetterheadToKeep | undefined {
  const found = row(app, `SELECT ${columns} FROM letterheads WHERE id = {:id}`, { id }, shape)
  return found && { kept: id, country: found.country || 'CO', letterhead: letterheadOf(app, 'letterheads', found) }
}

function keptAs(app: CoreApp, now: Shape): Shape | undefined {
  const same = `SELECT ${columns} FROM letterheads
    WHERE ${kept.map((column) => `${column} = {:${column}}`).join(' AND ')} ORDER BY created DESC LIMIT 1`
  return row(app, same, now, shape)
}

function settingsOf(app: CoreApp): Shape {
  return row(app, `SELECT ${columns} FROM settings LIMIT 1`, {}, shape) ?? shape
}

function keep(app: CoreApp, now: Shape): Shape {
  const own = { ...now, id: recordId() }
  if (now.logo && !copyFiles(app, [{ from: logoOf(app, 'settings', now), to: logoOf(app, 'letterheads', own) }]).size) {
    // The logo may be missing after an incomplete backup. Documents are then generated without it.
    logError(`logo of the organisation: ${now.logo} is gone`)
    return keptAs(app, { ...now, logo: '' }) ?? keep(app, { ...now, logo: '' })
  }
  const record = new Record(app.findCachedCollectionByNameOrId('letterheads'))
  record.load({ ...own })
  app.saveNoValidate(record)
  return own
}

function letterheadOf(app: CoreApp, collection: string, from: Shape): Letterhead {
  const { organisationName, organisationId, address, city, country, phone, web, logo } = from
  return {
    name: organisationName,
    id: organisationId,
    address,
    city,
    country: country || 'CO',
    phone,
    web,
    logo: logo ? pictureIfAny(app, logoOf(app, collection, from), '480x184f') : null,
    page: organisationPage({ ...from, pageRagged: from.pageRagged === 1 }),
  }
}

const logoOf = (app: CoreApp, collection: string, { id, logo }: Shape) => pathOf(app, collection, id, logo)
