import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Field, Values } from '../../domain/fields/field.ts'
import { formatCount, formatList, formatNumber } from '../../lib/number-format.ts'
import type { ConversionOverview } from '../../sheets/validation/conversion-overview.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { RowFilesPanel } from '../files/row-files-panel.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { StepNavigationBar } from '../intake/import-steps.tsx'
import { getJoinedFieldKeys, selectListJoins } from '../list-joins.ts'
import { createGridColumns } from './grid-column.ts'
import type { RowEditor } from './row-editor.ts'
import { RowsView } from './rows-view.tsx'

interface Props {
  importing: ImportSession
  editor: RowEditor
  fields: readonly Field[]
  /** Format and version ids written into error workbooks. */
  version: { format: string; id: string }
  preview?: (row: { row: number; values: Values }, onClose: () => void) => ReactNode
  /** Whether rows in error are left out, so that at least one valid row is required. */
  isOnlyValid?: boolean
}

export function RowsStep({ importing, editor, fields, version, preview, isOnlyValid = false }: Props) {
  const { sheet, mapping, joins, fills, file, kept, book } = useStore(importing.store)
  const overview = useStore(editor.store, (state) => state.overview)
  const columns = useMemo(() => {
    const joined = getJoinedFieldKeys(selectListJoins({ mapping, joins }, fields, importing.lists))
    const filled = Object.keys(importing.fillsIn({ mapping, joins, fills }))
    return createGridColumns(mapping, fields, sheet?.columns, [...joined, ...filled])
  }, [mapping, joins, fills, fields, sheet, importing])
  const sendable = isOnlyValid ? overview.valid : overview.total - overview.discarded
  const parts = [
    formatCount(overview.valid, 'fila lista', 'filas listas'),
    ...(overview.error > 0 ? [`${formatNumber(overview.error)} con errores`] : []),
    ...(overview.discarded > 0 ? [formatCount(overview.discarded, 'descartada', 'descartadas')] : []),
  ]
  return (
    <Stack>
      <SuspiciousRowNotices
        editor={editor}
        offered={overview.offered}
        same={overview.same}
        noun={isOnlyValid ? 'un registro' : 'una solicitud'}
      />
      {fields.some(({ type }) => type === 'file') && (
        <RowFilesPanel
          editor={editor}
          dropped={importing.dropped}
          fields={fields}
          fileName={file?.name ?? ''}
          note="Subirán al enviar las filas."
        />
      )}
      <RowsView
        editor={editor}
        columns={columns}
        fields={fields}
        book={{
          origin: {
            fileName: file?.name ?? '',
            fileHash: book?.hash ?? '',
            format: version.format,
            formatVersion: version.id,
            batch: '',
            batchNumber: '',
          },
          consequence: 'Puede deshacerlo después.',
        }}
        {...(preview && { preview })}
        onQuestions={() => importing.back('columns')}
      />
      <StepNavigationBar
        note={
          <>
            <strong>{parts.join(' · ')}.</strong>{' '}
            {!kept && 'Este navegador no puede guardar el avance: no cierre la página. '}
            {overview.error > 0 && getErrorsNote(isOnlyValid, sendable)}
          </>
        }
      >
        <Button onClick={() => importing.back('columns')}>Volver a las columnas</Button>
        <Button variant="primary" disabled={sendable === 0} onClick={() => void importing.toSending(null)}>
          Continuar
        </Button>
      </StepNavigationBar>
    </Stack>
  )
}

function getErrorsNote(isOnlyValid: boolean, sendable: number): string {
  if (!isOnlyValid) return 'Puede continuar: las filas con errores se guardan en el lote para corregirlas después.'
  if (sendable === 0) return 'Corrija al menos una para continuar.'
  return 'Puede continuar: las que tienen errores no se importan.'
}

interface SuspiciousRowProps {
  editor: RowEditor
  offered: ConversionOverview['offered']
  same: ConversionOverview['same']
  /** Record that a row becomes: «una solicitud». */
  noun: string
}

/** Questions whether to discard suspicious or repeated rows. The answers are stored with the corrections. */
function SuspiciousRowNotices({ editor, offered, same, noun }: SuspiciousRowProps) {
  const few = (['total', 'report', 'example'] as const).map((why) => {
    const rows = offered.filter((each) => each.why === why).map(({ row }) => row)
    if (rows.length === 0) return null
    return (
      <Notice
        key={why}
        tone="warning"
        title={
          rows.length === 1
            ? `La fila ${rows[0]} ${titles[why][0]}`
            : `${rows.length} filas ${titles[why][1]}: ${formatList(rows)}`
        }
        action={
          <Cluster>
            <Button size="s" onClick={() => void editor.discard(rows)}>
              {rows.length === 1 ? 'Descartarla' : 'Descartarlas'}
            </Button>
            <Button size="s" variant="quiet" onClick={() => void editor.confirm(rows)}>
              {rows.length === 1 ? 'Dejarla' : 'Dejarlas'}
            </Button>
          </Cluster>
        }
      >
        {reasons[why](noun)}
      </Notice>
    )
  })
  return (
    <>
      {few}
      {same.count > 0 && (
        <Notice
          tone="warning"
          title={
            same.count === 1
              ? `La fila ${same.rows[0]?.row} es idéntica a la ${same.rows[0]?.of}`
              : `${formatCount(same.count, 'fila es idéntica', 'filas son idénticas')} a otra: ${formatList(
                  same.rows.map(({ row, of }) => `${row} (igual a la ${of})`),
                  5,
                  same.count,
                )}`
          }
          action={
            <Cluster>
              <Button size="s" onClick={() => void editor.discard('repeated')}>
                {same.count === 1 ? 'Descartar la repetida' : 'Descartar las repetidas'}
              </Button>
              <Button size="s" variant="quiet" onClick={() => void editor.confirm('repeated')}>
                {same.count === 1 ? 'Dejarla' : 'Dejarlas'}
              </Button>
            </Cluster>
          }
        >
          {same.count === 1 ? `Si se envía, será ${noun} más.` : `Si se envían, cada una será ${noun} más.`}
        </Notice>
      )}
    </>
  )
}

const titles = {
  total: ['parece un total', 'parecen totales'],
  report: ['parece un encabezado, un pie de página o una firma', 'parecen encabezados, pies de página o firmas'],
  example: ['es el ejemplo de la plantilla', 'son el ejemplo de la plantilla'],
} as const

const reasons = {
  total: (noun: string) => `Solo tiene sumas. Si se envía, será ${noun} más.`,
  report: (noun: string) => `Cada fila que se envía se convierte en ${noun}.`,
  example: () => 'Tiene los datos de ejemplo tal como vienen en la plantilla.',
}
