import { IconButton } from './icon-button.tsx'
import s from './pagination.module.css'

interface Props {
  page: number
  perPage: number
  totalItems: number
  onPage: (page: number) => void
}

const numberFormatter = new Intl.NumberFormat('es-CO')

export function Pagination({ page, perPage, totalItems, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(totalItems / perPage))
  const first = totalItems === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(page * perPage, totalItems)
  return (
    <nav className={s.pages} aria-label="Páginas">
      <p className={s.range}>
        {numberFormatter.format(first)}–{numberFormatter.format(last)} de{' '}
        <strong>{numberFormatter.format(totalItems)}</strong>
      </p>
      <div className={s.buttons}>
        <IconButton icon="chevronLeft" label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)} />
        <span className={s.page}>
          Página {numberFormatter.format(page)} de {numberFormatter.format(pages)}
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
