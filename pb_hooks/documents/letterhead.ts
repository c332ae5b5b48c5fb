import type { Logo } from '../../src/domain/documents/logo.ts'
import { type PageSetup, parseOrganisationPageSetup } from '../../src/domain/documents/page.ts'
import { getTimeZone } from '../../src/domain/time/local-time.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { queryRow } from '../lib/sql.ts'
import { copyFiles } from './document-files.ts'
import { tryLoadPicture } from './pictures.ts'

/** Settings that appear on documents. */
const letterheadColumns = {
  id: '',
  organisationName: '',
  organisationId: '',
  address: '',
  city: '',
  country: '',
  timeZone: '',
  phone: '',
  web: '',
  pageSize: '',
  pageMargins: '',
  pageRagged: 0,
  pageCountry: '',
  logo: '',
}
type LetterheadRow = typeof letterheadColumns

const comparedColumns = Object.keys(letterheadColumns).filter((column) => column !== 'id')
const columns = ['id', ...comparedColumns].join(', ')

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

export function getCurrentLetterhead(app: CoreApp): Letterhead {
  return toLetterhead(app, 'settings', settingsOf(app))
}

/** Letterhead stored for generated documents. `kept`: id of its record; `zone`: time zone of the document dates. */
export interface StoredLetterhead {
  kept: string
  zone: string
  letterhead: Letterhead
}

export function storeCurrentLetterhead(app: CoreApp): StoredLetterhead {
  const now = settingsOf(app)
  const isStill = () => settingsOf(app).logo === now.logo
  let found: LetterheadRow | undefined
  try {
    found = findStored(app, now) ?? insertLetterhead(app, now)
  } catch (error) {
    if (isStill()) throw error
  }
  // Starts again if the logo was replaced during the copy.
  if (!found || !isStill()) return storeCurrentLetterhead(app)
  return { kept: found.id, zone: getTimeZone(found), letterhead: toLetterhead(app, 'letterheads', found) }
}

export function loadStoredLetterhead(app: CoreApp, id: string): StoredLetterhead | undefined {
  const found = queryRow(app, `SELECT ${columns} FROM letterheads WHERE id = {:id}`, { id }, letterheadColumns)
  return found && { kept: id, zone: getTimeZone(found), letterhead: toLetterhead(app, 'letterheads', found) }
}

function findStored(app: CoreApp, now: LetterheadRow): LetterheadRow | undefined {
  const same = `SELECT ${columns} FROM letterheads
    WHERE ${comparedColumns.map((column) => `${column} = {:${column}}`).join(' AND ')} ORDER BY created DESC LIMIT 1`
  return queryRow(app, same, now, letterheadColumns)
}

function settingsOf(app: CoreApp): LetterheadRow {
  return queryRow(app, `SELECT ${columns} FROM settings LIMIT 1`, {}, letterheadColumns) ?? letterheadColumns
}

function insertLetterhead(app: CoreApp, now: LetterheadRow): LetterheadRow {
  const own = { ...now, id: generateRecordId() }
  if (
    now.logo &&
    !copyFiles(app, [{ from: getLogoPath(app, 'settings', now), to: getLogoPath(app, 'letterheads', own) }]).size
  ) {
    // Generates documents without the logo if it is missing, for example after an incomplete backup.
    logError(`logo of the organisation: ${now.logo} is gone`)
    return findStored(app, { ...now, logo: '' }) ?? insertLetterhead(app, { ...now, logo: '' })
  }
  const record = new Record(app.findCachedCollectionByNameOrId('letterheads'))
  record.load({ ...own })
  app.saveNoValidate(record)
  return own
}

function toLetterhead(app: CoreApp, collection: string, from: LetterheadRow): Letterhead {
  const { organisationName, organisationId, address, city, country, phone, web, logo } = from
  return {
    name: organisationName,
    id: organisationId,
    address,
    city,
    country: country || 'CO',
    phone,
    web,
    logo: logo ? tryLoadPicture(getLogoPath(app, collection, from), '480x184f') : null,
    page: parseOrganisationPageSetup({ ...from, pageRagged: from.pageRagged === 1 }),
  }
}

const getLogoPath = (app: CoreApp, collection: string, { id, logo }: LetterheadRow) =>
  getFilePath(app, collection, id, logo)
