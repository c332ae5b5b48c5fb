import { cx } from '../../ui/cx.ts'
import { addPinnedColumn, type GridColumn, type VisibleColumn } from './grid-column.ts'
import s from './row-grid.module.css'

interface Props {
  columns: readonly GridColumn[]
  columnsSeen: readonly VisibleColumn[]
  width: number
}

export function GridHeader({ columns, columnsSeen, width }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table has up to 100,000 rows, of which about 30 are rendered
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and references its active cell
    <div role="row" className={s.head} aria-rowindex={1} style={{ width }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="columnheader" className={s.corner} aria-colindex={1}>
        Fila
      </div>
      {addPinnedColumn(columns, columnsSeen).map(({ index, start, size }) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={index}
          role="columnheader"
          className={cx(s.header, index === 0 && s.pinned)}
          aria-colindex={index + 2}
          style={{ left: start, width: size }}
          title={columns[index]?.label}
        >
          <span className={s.label}>{columns[index]?.label}</span>
          {columns[index]?.letter && <span className={s.letter}>{columns[index]?.letter}</span>}
        </div>
      ))}
    </div>
  )
}
