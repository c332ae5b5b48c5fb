import { Children, type CSSProperties, type ReactNode, useEffect, useId } from 'react'
import { cx } from '../cx.ts'
import { useMediaQuery } from '../use-media-query.ts'
import s from './layout.module.css'

interface StackProps {
  /** Step of the spacing scale. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6
  /** Whether the content takes the full width of its `Columns`, whose narrow column moves below. */
  isWide?: boolean
  children: ReactNode
}

export function Stack({ gap = 4, isWide = false, children }: StackProps) {
  return (
    <div className={s.stack} data-wide={isWide || undefined} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}

interface ClusterProps {
  gap?: 1 | 2 | 3 | 4 | 5
  /** Aligns the items to the end of the row. */
  end?: boolean
  children: ReactNode
}

/** Row of items that wraps if the space is too narrow. */
export function Cluster({ gap = 2, end = false, children }: ClusterProps) {
  return (
    <div className={cx(s.cluster, end && s.end)} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}

interface ColumnsProps {
  /** Minimum column width in rem; as many columns are shown as fit. */
  min?: number
  /** Width in rem of a narrow column to the right of a wide column. Narrow screens stack both. */
  aside?: number
  /** Whether the narrow column comes first where both are stacked. */
  isAsideFirst?: boolean
  gap?: 2 | 3 | 4 | 5 | 6
  children: ReactNode
}

export function Columns({ min = 16, aside, isAsideFirst, gap = 4, children }: ColumnsProps) {
  const style = { '--gap': `var(--s${gap})`, '--min': `${min}rem`, '--aside': `${aside ?? 0}rem` } as CSSProperties
  // In the order of the screen, because the focus moves in the order of the elements.
  const isStacked = useMediaQuery('(max-width: 63.99rem)')
  const ordered = Children.toArray(children)
  return (
    <div className={aside ? s.aside : s.columns} style={style} data-columns={aside ? undefined : ''}>
      {isAsideFirst && isStacked ? ordered.reverse() : ordered}
    </div>
  )
}

interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Whether the panel has no padding, for a table or list with its own. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Panel({ title, description, actions, flush = false, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={cx(s.panel, className)} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={s.header}>
          <div>
            {title && (
              <h2 id={id} className={s.title}>
                {title}
              </h2>
            )}
            {description && <p className="text-tertiary">{description}</p>}
          </div>
          {actions && <div className="cluster wrap">{actions}</div>}
        </header>
      )}
      {children && <div className={flush ? s.flush : s.body}>{children}</div>}
    </section>
  )
}

/**
 * Moves focus to the page title, for keyboard and screen reader users. Used if the focused element was removed or another screen is shown.
 */
export function focusPageTitle(options?: FocusOptions) {
  document.querySelector('h1')?.focus(options)
}

/** `h1` of the page; it also sets the title of the browser tab. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Formatos preeliminares`
  }, [children])
  return (
    <h1 className={s.pageTitle} tabIndex={-1}>
      {children}
    </h1>
  )
}

interface PageHeaderProps {
  title: string
  /** Content above the title: a number, a status or a back link. */
  eyebrow?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Whether the actions remain beside the title on phones. */
  inline?: boolean
}

export function PageHeader({ title, eyebrow, description, actions, inline = false }: PageHeaderProps) {
  return (
    <header className={cx(s.pageHeader, inline && s.inline)}>
      <div className={s.text}>
        {eyebrow && <div className="text-secondary cluster wrap">{eyebrow}</div>}
        <PageTitle>{title}</PageTitle>
        {description && <p className={s.description}>{description}</p>}
      </div>
      {actions && <div className={s.pageActions}>{actions}</div>}
    </header>
  )
}
