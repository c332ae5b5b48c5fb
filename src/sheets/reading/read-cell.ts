import { isSerial } from '../../domain/cells.ts'
import { fromSerial } from '../../domain/date.ts'
import type { Column, Context } from '../../domain/field.ts'
import type { Hints, Reading } from '../../domain/fields/kind.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { readerFor } from '../../domain/values.ts'
import { type Cell, shownText, withZeros } from '../files/cell.ts'
import { exactDecimal } from '../files/exact-decimal.ts'

export type CellReader = (cell: Cell, hints: Hints & { serial?: boolean }) => Reading

/** Our own csv files put an apostrophe before what a spreadsheet would run as a formula. */
const guarded = /^'(?=[=+\-@\t\r])/

/** Prepares the reading of one field's cells, whatever they hold. */
export function cellReader(field: Column, context: Context): CellReader {
  const { text, number } = readerFor(field, context)
  const isDate = field.type === 'date'
  const numeric = isNumeric(field)

  const day = (cell: Cell & { kind: 'date' }): Reading => {
    const reading = text(cell.iso || shownText(cell))
    return cell.time !== undefined && 'value' in reading ? { ...reading, warning: 'time' } : reading
  }
  const serial = (digits: string, hints: Hints): Reading => {
    const iso = fromSerial(Number.parseFloat(digits.replace(',', '.')), hints.base)
    const reading: Reading = iso === null ? { error: 'date' } : text(iso)
    return 'value' in reading && /[.,]/.test(digits) ? { ...reading, warning: 'time' } : reading
  }
  const plain: CellReader = (cell, hints) => {
    switch (cell.kind) {
      case 'empty':
        return { value: null }
      case 'error':
        return { error: cell.text === '' ? 'formula' : 'excelError' }
      case 'text': {
        const typed = cell.text.replace(guarded, '')
        return isDate && hints.serial && isSerial(typed) ? serial(typed.trim(), hints) : text(typed, hints)
      }
      case 'number':
        if (isDate)
          return hints.serial ? serial(exactDecimal(cell.value), hints) : text(exactDecimal(cell.value), hints)
        if (cell.zeros !== undefined && !numeric) return text(withZeros(cell.value, cell.zeros), hints)
        return number(cell.value, cell.percent ? { ...hints, percentCell: true } : hints)
      case 'date': {
        if (isDate) return day(cell)
        const reading = text(shownText(cell), hints)
        return 'value' in reading ? { ...reading, warning: 'displayed' } : reading
      }
      case 'boolean':
        return text(field.type === 'boolean' ? (cell.value ? 'Sí' : 'No') : shownText(cell), hints)
    }
  }
  return (cell, hints) => {
    const reading = plain(cell, hints)
    if (!cell.merged || 'error' in reading || reading.value === null) return reading
    return { warning: 'merged', ...reading }
  }
}
