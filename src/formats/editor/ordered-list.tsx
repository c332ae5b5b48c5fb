import { Fragment, type ReactNode, useId } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { getFieldId } from '../../ui/form/field-context.ts'
import { Cluster } from '../../ui/page/layout.tsx'
import { focusFirstEnabled, focusMovedItem, moveItem, OrderButtons } from './order-buttons.tsx'
import s from './ordered-list.module.css'

export interface OrderedItemProps<Item> {
  /** Prefix of the ids in the item. */
  id: string
  place: number
  item: Item
  onChange: (item: Item) => void
  buttons: ReactNode
}

interface Props<Item> {
  items: readonly Item[]
  max: number
  addLabel: string
  /** Name of an item in the labels of its buttons, by position: «Subir Firma 1». */
  nameItem: (place: number) => string
  getKey?: (item: Item) => string
  createItem: () => Item
  /** Name of the input of a new item that gets the focus, without the item's prefix. */
  firstInput?: string
  onChange: (items: Item[]) => void
  renderItem: (props: OrderedItemProps<Item>) => ReactNode
  className?: string | undefined
}

export function OrderedList<Item>({
  items,
  nameItem,
  getKey,
  firstInput,
  onChange,
  renderItem,
  ...props
}: Props<Item>) {
  const id = useId()
  function add() {
    onChange([...items, props.createItem()])
    if (firstInput) focusFirstEnabled(getFieldId('', `${id}-${items.length}-${firstInput}`))
  }
  function move(place: number, step: 1 | -1) {
    onChange(moveItem(items, place, place + step))
    focusMovedItem(`${id}-${place + step}`, step)
  }
  function remove(place: number) {
    onChange(items.toSpliced(place, 1))
    focusFirstEnabled(`${id}-add`)
  }
  return (
    <>
      <ol className={props.className}>
        {items.map((item, place) => (
          <Fragment key={getKey ? getKey(item) : place}>
            {renderItem({
              id: `${id}-${place}`,
              place,
              item,
              onChange: (changed) => onChange(items.with(place, changed)),
              buttons: (
                <div className={s.actions}>
                  <OrderButtons
                    id={`${id}-${place}`}
                    name={nameItem(place)}
                    isFirst={place === 0}
                    isLast={place === items.length - 1}
                    onMove={(step) => move(place, step)}
                    onRemove={() => remove(place)}
                  />
                </div>
              ),
            })}
          </Fragment>
        ))}
      </ol>
      <Cluster>
        <Button id={`${id}-add`} size="s" icon="plus" disabled={items.length >= props.max} onClick={add}>
          {props.addLabel}
        </Button>
      </Cluster>
    </>
  )
}
