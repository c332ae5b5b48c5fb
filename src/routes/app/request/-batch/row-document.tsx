import { useMemo } from 'react'
import { pageSetupOf } from '../../../../domain/document/page-setup.ts'
import { preview } from '../../../../domain/document/render.ts'
import type { Context, Values } from '../../../../domain/field.ts'
import type { FormatVersion } from '../../../../domain/format.ts'
import type { Settings } from '../../../../domain/settings.ts'
import { checkValues, isRequired } from '../../../../domain/values.ts'
import { DocumentPreview } from '../../../../requests/document-preview.tsx'
import { letterheadOf } from '../../../../requests/letterhead.ts'

export interface RowDocumentProps {
  row: { row: number; values: Values }
  format: string
  version: Pick<FormatVersion, 'fields' | 'body' | 'paper'>
  settings: Settings
  context: Context
}

/** The document that one row of a sheet would become. */
export function RowDocument({ row, format, version, settings, context }: RowDocumentProps) {
  const { fields, body } = version
  const { values } = useMemo(() => checkValues(fields, row.values, context), [fields, row, context])
  const organisation = letterheadOf(settings)
  const { name } = organisation
  const blocks = useMemo(() => preview(body, fields, values, name), [body, fields, values, name])
  const page = useMemo(() => pageSetupOf(version.paper), [version.paper])
  const optional = new Set(fields.filter((field) => !isRequired(field, values)).map(({ key }) => key))
  return (
    <DocumentPreview
      organisation={organisation}
      format={format}
      page={page}
      number={null}
      date={context.today}
      blocks={blocks}
      optional={optional}
    />
  )
}
