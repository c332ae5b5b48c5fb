import { type ReactNode, useId } from 'react'
import { IconButton } from '../../ui/actions/icon-button.tsx'

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

export interface OrderedRowProps<Item> {
  id: string
  place: number
  isLast: boolean
  onChange: (item: Item) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

/** Returns the ids and row props of an ordered list. `addId`: id of the button that adds items, which gets the focus after a removal. */
export function useOrderedRows<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const id = useId()
  const addId = `${id}-add`
  const getRowId = (place: number) => `${id}-${place}`
  const getRowProps = (place: number): OrderedRowProps<Item> => ({
    id: getRowId(place),
    place,
    isLast: place === items.length - 1,
    onChange: (changed) => onChange(items.with(place, changed)),
    onMove: (step) => {
      onChange(moveItem(items, place, place + step))
      focusMovedItem(getRowId(place + step), step)
    },
    onRemove: () => {
      onChange(items.toSpliced(place, 1))
      focusFirstEnabled(addId)
    },
  })
  return { addId, getRowId, getRowProps }
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
