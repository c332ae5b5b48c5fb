import { useState } from 'react'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'

interface Props {
  name: string
  fields: readonly Field[]
  context: ValidationContext
  /** Names of the lists of the organisation that can fill a field, by field key. */
  listNames: ReadonlyMap<string, string>
}

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
} as const

/** Links that download the template of a format: a workbook or CSV with the format's columns and one example row. */
export function TemplateDownloads({ name, fields, context, listNames }: Props) {
  const [busy, setBusy] = useState<keyof typeof types | null>(null)
  async function download(kind: keyof typeof types) {
    setBusy(kind)
    try {
      const { formatTemplateCsv, buildTemplateWorkbook } = await import('../../sheets/writing/template.ts')
      const content =
        kind === 'csv'
          ? formatTemplateCsv(fields, context, listNames)
          : await buildTemplateWorkbook(name, fields, context, listNames)
      downloadFile(new Blob([content], { type: types[kind] }), `Plantilla - ${name}.${kind}`)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Cluster>
      <Button icon="sheet" pending={busy === 'xlsx'} onClick={() => void download('xlsx')}>
        Plantilla de Excel
      </Button>
      <Button variant="quiet" icon="download" pending={busy === 'csv'} onClick={() => void download('csv')}>
        Plantilla CSV
      </Button>
    </Cluster>
  )
}
