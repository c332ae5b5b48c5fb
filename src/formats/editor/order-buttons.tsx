import type { ReactNode } from 'react'
import { IconButton } from '../../ui/actions/button.tsx'

interface Props {
  /** Prefix of the buttons' ids: `<id>-up`, `<id>-down`, `<id>-remove`. */
  id: string
  /** Name of the item in the buttons' labels: «Subir Firma 1». */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  children?: ReactNode
}

export function OrderButtons({ id, name, isFirst, isLast, onMove, onRemove, children }: Props) {
  return (
    <>
      <IconButton
        id={`${id}-up`}
        icon="chevronUp"
        size="s"
        label={`Subir ${name}`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        id={`${id}-down`}
        icon="chevronDown"
        size="s"
        label={`Bajar ${name}`}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      {children}
      <IconButton id={`${id}-remove`} icon="trash" size="s" label={`Quitar ${name}`} onClick={onRemove} />
    </>
  )
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.slice(from, from + 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}

/** Moves focus to the pressed button at the item's new position, or to the opposite one if that is disabled. */
export function focusMovedItem(id: string, step: 1 | -1) {
  focusFirstEnabled(...(step < 0 ? ['up', 'down'] : ['down', 'up']).map((way) => `${id}-${way}`))
}

/** Waits for the next frame, then moves focus to the first enabled element of these ids. */
export function focusFirstEnabled(...ids: string[]) {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((node) => node?.matches(':enabled'))
    found?.focus()
  })
}
