import { formatCount, formatList } from '../../lib/number-format.ts'
import type { ConversionOverview } from '../../sheets/validation/conversion-overview.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import type { RowEditor } from './row-editor.ts'

interface Props {
  editor: RowEditor
  offered: ConversionOverview['offered']
  same: ConversionOverview['same']
}

/** Questions whether to discard suspicious or repeated rows. The answers are stored with the corrections. */
export function SuspiciousRowNotices({ editor, offered, same }: Props) {
  const few = (['total', 'report', 'example'] as const).map((why) => {
    const rows = offered.filter((each) => each.why === why).map(({ row }) => row)
    if (rows.length === 0) return null
    return (
      <Notice
        key={why}
        tone="warning"
        title={titles[why](rows)}
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
        {reasons[why]}
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
          {same.count === 1 ? 'Si se envía, será una solicitud más.' : 'Si se envían, cada una será una solicitud más.'}
        </Notice>
      )}
    </>
  )
}

const titles = {
  total: (rows: number[]) =>
    rows.length === 1
      ? `La fila ${rows[0]} parece un total`
      : `${rows.length} filas parecen totales: ${formatList(rows)}`,
  report: (rows: number[]) =>
    rows.length === 1
      ? `La fila ${rows[0]} parece un encabezado, un pie de página o una firma`
      : `${rows.length} filas parecen encabezados, pies de página o firmas: ${formatList(rows)}`,
  example: (rows: number[]) =>
    rows.length === 1
      ? `La fila ${rows[0]} es el ejemplo de la plantilla`
      : `${rows.length} filas son el ejemplo de la plantilla: ${formatList(rows)}`,
}

const reasons = {
  total: 'Solo tiene sumas. Si se envía, será una solicitud más.',
  report: 'Cada fila que se envía se convierte en una solicitud.',
  example: 'Tiene los datos de ejemplo tal como vienen en la plantilla.',
}
