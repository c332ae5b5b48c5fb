import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useScrollToCurrent } from '../use-scroll-to-current.ts'
import s from './tabs.module.css'

interface Tab<Id extends string> {
  id: Id
  label: string
  count?: string
}

interface Props<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** Tabs within one page. Use `SegmentedLinks` for views with their own URL. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: Props<Id>) {
  const id = useId()
  function move(event: KeyboardEvent) {
    const here = tabs.findIndex((tab) => tab.id === value)
    const steps: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  return (
    <>
      <div
        ref={useScrollToCurrent<HTMLDivElement>()}
        className={s.list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={s.tab}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count && <span className={s.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={s.panel}>
        {children}
      </div>
    </>
  )
}
