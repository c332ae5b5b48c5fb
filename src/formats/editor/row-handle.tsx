import type { KeyboardEvent } from 'react'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import type { useDragOrder } from '../../ui/data/use-drag-order.ts'
import s from './field-list.module.css'

export interface RowHandleProps {
  /** Id of the text that describes the keys of the handle. */
  hint: string
  count: number
  dragProps: ReturnType<ReturnType<typeof useDragOrder>['getHandleProps']>
  /** Moves the row by an arrow key, and keeps the focus on the handle. */
  onMoveByStep: (step: 1 | -1) => void
  onMoveTo: (to: number) => void
}

interface Props extends RowHandleProps {
  /** Prefix of the ids of the row's buttons; the id of the handle is `<id>-move`. */
  id: string
  /** Name of the row in the label: «Mover Cargo». */
  name: string
}

/** Handle by which a row is dragged. Arrow keys move the row by one step, Home and End to the first and last position. */
export function RowHandle({ id, name, hint, count, dragProps, onMoveByStep, onMoveTo }: Props) {
  function moveByKey(event: KeyboardEvent) {
    const moves: Record<string, () => void> = {
      ArrowUp: () => onMoveByStep(-1),
      ArrowDown: () => onMoveByStep(1),
      Home: () => onMoveTo(0),
      End: () => onMoveTo(count - 1),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <IconButton
      {...dragProps}
      id={`${id}-move`}
      className={s.handle}
      icon="drag"
      size="s"
      label={`Mover ${name}`}
      aria-describedby={hint}
      onKeyDown={moveByKey}
    />
  )
}
