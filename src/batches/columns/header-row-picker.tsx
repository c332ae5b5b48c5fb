import { useState } from 'react'
import { toColumnLetters } from '../../sheets/files/cell-reference.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import s from './header-row-picker.module.css'

const few = 5

export function HeaderRowPicker({ importing, sheet }: { importing: ImportSession; sheet: SheetSummary }) {
  const [all, setAll] = useState(false)
  const { index: chosen, span } = sheet.header
  const isHeader = (index: number) => index >= chosen && index < chosen + span
  const shown = all ? sheet.preview : sheet.preview.slice(0, Math.max(few, chosen + span + 2))
  const width = Math.max(0, ...shown.map(({ texts }) => texts.length))
  return (
    <Panel
      flush
      title="Primeras filas"
      description={
        span === 2
          ? `Los encabezados están en las filas ${sheet.header.row} y siguiente. Si no es así, elija otra.`
          : `Los encabezados están en la fila ${sheet.header.row}. Si no es así, elija otra.`
      }
      actions={
        sheet.preview.length > shown.length || all ? (
          <Button size="s" variant="quiet" onClick={() => setAll(!all)}>
            {all ? 'Mostrar menos' : `Mostrar ${sheet.preview.length}`}
          </Button>
        ) : undefined
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={s.scroll} tabIndex={0} aria-label="Primeras filas de la hoja">
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col" className={s.pick}>
                Fila
              </th>
              {Array.from({ length: width }, (_, column) => (
                <th key={toColumnLetters(column)} scope="col">
                  {toColumnLetters(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, hidden, texts }, index) => (
              <tr
                key={row}
                className={cx(s.row, isHeader(index) && s.header, hidden && s.hidden)}
                onClick={() =>
                  index !== chosen && void importing.pick({ sheet: sheet.sheet, header: { index, span: 1 } })
                }
              >
                <th scope="row" className={s.pick}>
                  <label className={s.choice}>
                    <input
                      type="radio"
                      name="header-row"
                      checked={index === chosen}
                      onChange={() => void importing.pick({ sheet: sheet.sheet, header: { index, span: 1 } })}
                    />
                    <span className="visually-hidden">Los encabezados están en la fila </span>
                    {row}
                    {hidden && (
                      <Badge tone="neutral" icon="eyeOff">
                        Oculta
                      </Badge>
                    )}
                  </label>
                </th>
                {texts.map((text, column) => (
                  <td key={toColumnLetters(column)}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
