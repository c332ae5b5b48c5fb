import { type DocumentModel, documentModel } from '../src/domain/document/document.ts'
import { type Logo, readLogo } from '../src/domain/document/logo.ts'
import { type Lacking, toPdf } from '../src/domain/document/pdf/pdf.ts'
import { render } from '../src/domain/document/render.ts'
import { errors } from '../src/domain/errors.ts'
import type { Field, Values } from '../src/domain/field.ts'
import { row } from './sql.ts'

interface Source {
  code: string
  name: string
  version: number
  fields: Field[]
  body: string
}

/** All that a document is made of. */
export interface Content extends Source {
  number: string | null
  values: Values
  model: DocumentModel
}

export type Made = { pdf: string | number[] } | { failure: string }

/** The values come complete with the computed ones. Without a number it is a preview; `date` is `YYYY-MM-DD`. */
export function contentOf(app: CoreApp, source: Source, values: Values, date: string, number: string | null): Content {
  const organisation = organisationOf(app)
  const blocks = render(source.body, source.fields, values)
  const { code, name } = source
  const model = documentModel({ organisation, format: { code, name }, number, date, blocks })
  return { ...source, number, values, model }
}

/** The PDF as our own writer makes it, or a sentence that names the characters it cannot write. */
export function ownPdf({ model, fields }: Content): Made {
  const { text, lacking } = toPdf(model)
  return lacking.length ? { failure: `${errors['document.characters']} ${where(lacking, fields)}` } : { pdf: text }
}

function where(lacking: Lacking[], fields: Field[]): string {
  const places = lacking.map(({ character, key }) => {
    const label = fields.find((field) => field.key === key)?.label
    return `«${character}» ${label ? `en «${label}»` : 'en el formato o en los datos de la organización'}`
  })
  return `${[...new Set(places)].slice(0, 5).join(', ')}.`
}

function organisationOf(app: CoreApp) {
  const found = row(
    app,
    'SELECT id, organisationName, organisationId, city, logo FROM settings LIMIT 1',
    {},
    { id: '', organisationName: '', organisationId: '', city: '', logo: '' },
  )
  return {
    name: found?.organisationName ?? '',
    id: found?.organisationId ?? '',
    city: found?.city ?? '',
    logo: found?.logo ? logoOf(app, found.id, found.logo) : null,
  }
}

// Reading a picture is costly; each VM keeps the latest.
let latest: { name: string; logo: Logo | null } = { name: '', logo: null }

function logoOf(app: CoreApp, settings: string, name: string): Logo | null {
  if (latest.name === name) return latest.logo
  const files = app.newFilesystem()
  try {
    const reader = files.getReader(`${app.findCachedCollectionByNameOrId('settings').id}/${settings}/${name}`)
    try {
      latest = { name, logo: readLogo(Buffer.from(toBytes(reader))) }
    } finally {
      reader.close()
    }
  } catch (error) {
    console.error('logo of the organisation:', error)
    latest = { name, logo: null }
  } finally {
    files.close()
  }
  return latest.logo
}
