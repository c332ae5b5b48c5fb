import { useMemo } from 'react'
import type { ValidationContext, Values } from '../../../../domain/fields/field.ts'
import { isFieldRequiredWithValues, validateValues } from '../../../../domain/fields/values.ts'
import type { FormatVersion } from '../../../../domain/formats/format.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { DocumentPreview } from '../../../../requests/document-preview.tsx'
import { toLetterhead } from '../../../../requests/letterhead.ts'
import { buildPreviewModel } from '../../../../requests/preview-model.ts'
import { useUser } from '../../../../session/use-user.ts'

export interface RowDocumentProps {
  row: { row: number; values: Values }
  format: string
  version: Pick<FormatVersion, 'fields' | 'body' | 'signatures' | 'signatories' | 'paper'>
  settings: Settings
  context: ValidationContext
}

export function RowDocumentPreview({ row, format, version, settings, context }: RowDocumentProps) {
  const { fields } = version
  const { values } = useMemo(() => validateValues(fields, row.values, context), [fields, row, context])
  const organisation = useMemo(() => toLetterhead(settings), [settings])
  const { name: owner } = useUser()
  const sketch = useMemo(
    () => buildPreviewModel({ version, values, organisation, owner, decided: context.today }),
    [version, values, organisation, owner, context.today],
  )
  const optional = useMemo(
    () => new Set(fields.filter((field) => !isFieldRequiredWithValues(field, values)).map(({ key }) => key)),
    [fields, values],
  )
  return <DocumentPreview format={format} number={null} {...sketch} optional={optional} />
}
