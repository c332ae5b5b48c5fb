import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { maxBatchRows } from '../../domain/batches/batch.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatCount, formatFileSize } from '../../lib/number-format.ts'
import { listTemplateColumns } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Cluster, Columns, Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { getListNamesByField } from '../list-joins.ts'
import s from './file-step.module.css'
import type { ImportSession } from './import-session.ts'

interface Props {
  importing: ImportSession
  name: string
  fields: readonly Field[]
  context: ValidationContext
  maxRows?: number
}

const accepted = '.xlsx,.xlsm,.ods,.csv,.tsv,.txt'

export function FileStep({ importing, name, fields, context, maxRows = maxBatchRows }: Props) {
  const { stage, file, progress, refusal } = useStore(importing.store)
  const listNames = useMemo(() => getListNamesByField(fields, importing.lists), [fields, importing.lists])
  const reading = stage === 'reading' && file
  return (
    <Columns aside={20} gap={5}>
      <Stack>
        {refusal && (
          <Notice tone="danger" live title={`No se pudo usar «${refusal.name}»`}>
            {refusal.sentence}
          </Notice>
        )}
        {reading ? (
          <Panel>
            <Stack>
              <Progress
                label={`Leyendo «${file.name}»`}
                {...(progress.done > 0 && { value: progress.done, max: Math.max(1, progress.total) })}
                detail={`${formatFileSize(file.size)}${progress.done > 0 ? ` · ${percent(progress.done, progress.total)}` : ''}`}
              />
              <div>
                <Button onClick={() => void importing.leave()}>Cancelar</Button>
              </div>
            </Stack>
          </Panel>
        ) : (
          <FileDrop
            label="Suelte aquí su hoja de cálculo"
            accept={accepted}
            onFile={(chosen) => void importing.open(chosen)}
            hint={`Excel (.xlsx, .xlsm), OpenDocument (.ods), CSV, TSV o TXT. Hasta 25 MB y ${formatCount(maxRows, 'fila', 'filas')}. Se lee en su equipo: nada se envía hasta que usted lo confirme.`}
          />
        )}
      </Stack>
      <Panel title="¿Aún no tiene la hoja?">
        <Stack>
          <p>La plantilla trae las columnas de «{name}», las listas de opciones y una fila de ejemplo.</p>
          <TemplateDownloads name={name} fields={fields} context={context} listNames={listNames} />
          <details className={s.fields}>
            <summary>Qué columnas lleva</summary>
            <ul>
              {listTemplateColumns(fields, listNames).map(({ key, header }) => (
                <li key={key}>
                  {header}
                  {listNames.has(key) && `: si falta, se toma de la lista «${listNames.get(key)}»`}
                </li>
              ))}
            </ul>
            <p>Las que tienen * son obligatorias. El orden y las columnas de más no importan.</p>
          </details>
        </Stack>
      </Panel>
    </Columns>
  )
}

const percent = (done: number, total: number) => `${Math.min(100, Math.round((done / Math.max(1, total)) * 100))} %`

interface TemplateDownloadsProps {
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

function TemplateDownloads({ name, fields, context, listNames }: TemplateDownloadsProps) {
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
