import { dateInWords } from '../text/words.ts'
import { isDate } from '../time/calendar.ts'
import { longDate, shortDate } from '../time/date.ts'
import { dateBound } from './bound.ts'
import { typedDate } from './date-text.ts'
import type { Column, Context } from './field.ts'
import type { FieldKind, Judge } from './kind.ts'

function judge(field: Column, context: Context): Judge {
  const first = dateBound(field.min, context)
  const last = dateBound(field.max, context)
  const pastTheEnd = field.max === 'today' ? 'future' : 'max'
  return (value, near) => {
    if (typeof value !== 'string') return { error: 'date' }
    const date = value.trim()
    if (!isDate(date)) return { error: 'date' }
    const min = first(near)
    if (min !== undefined && date < min) return { error: 'min' }
    const max = last(near)
    return max !== undefined && date > max ? { error: pastTheEnd } : { value: date }
  }
}

export const date: FieldKind = {
  judge,
  reader: () => (text, hints) => {
    const typed = typedDate(text, { order: hints.dateOrder, base: hints.base })
    if (typed.date !== null)
      return typed.warning ? { value: typed.date, warning: typed.warning } : { value: typed.date }
    return typed.suggestion === undefined
      ? { error: 'date' }
      : { error: 'date', suggestion: longDate(typed.suggestion) }
  },
  print(_field, value, style, notation) {
    const day = String(value)
    if (!isDate(day)) return day
    if (style === 'largo') return longDate(day)
    return style === 'letras' ? dateInWords(day) : shortDate(day, notation?.date)
  },
}
