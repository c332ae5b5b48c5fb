import { IconButton } from '../actions/button.tsx'
import s from './pagination.module.css'

interface Props {
  page: number
  perPage: number
  totalItems: number
  onPage: (page: number) => void
}

/** Formats a whole number: 1234 → «1.234». Without `Intl`, because loading its data would delay the first content of a page. */
const formatNumber = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.')

export function Pagination({ page, perPage, totalItems, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(totalItems / perPage))
  const first = totalItems === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(page * perPage, totalItems)
  return (
    <nav className={s.pages} aria-label="Páginas">
      <p className={s.range}>
        {formatNumber(first)}–{formatNumber(last)} de <strong>{formatNumber(totalItems)}</strong>
      </p>
      <div className={s.buttons}>
        <IconButton icon="chevronLeft" label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)} />
        <span className={s.page}>
          Página {formatNumber(page)} de {formatNumber(pages)}
        </span>
        <IconButton
          icon="chevronRight"
          label="Página siguiente"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  )
}
