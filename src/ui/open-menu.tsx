import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, use, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import s from './menu.module.css'
import { PortalContext } from './portal-context.ts'

interface MenuItem {
  label: string
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  /** A hairline above it. */
  separated?: boolean
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it: a `Button` or an `IconButton`. */
  trigger: ReactElement
  items: readonly MenuItem[]
  /** Stands above the items and is no item itself. */
  header?: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
}

interface Props extends MenuProps {
  /** It was asked for before it was there. */
  asked: boolean
}

/** The menu itself, with what it needs to stand in its place and to be walked by keys. */
export function OpenMenu({ trigger, items, header, align = 'end', side = 'bottom', asked }: Props) {
  const container = use(PortalContext)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = useRef<MenuItem>(null)
  const answered = useRef(false)
  const isChosen = useRef(false)
  useEffect(() => {
    if (!asked || answered.current) return
    answered.current = true
    // The button that was pressed gave its place, and its focus, to this one.
    opener.current?.focus()
    opener.current?.click()
  }, [asked])
  /** A dialog that an item opens gives the focus back to what had it: not to the item, which is gone by then. */
  function closed() {
    const item = chosen.current
    chosen.current = null
    if (item) opener.current?.focus()
    item?.onSelect()
  }
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) isChosen.current = false
      }}
      onOpenChangeComplete={(open) => !open && closed()}
    >
      <Base.Trigger ref={opener} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" className={s.positioner} align={align} side={side} sideOffset={4}>
          {/* What an item put the focus on keeps it. */}
          <Base.Popup className={s.popup} finalFocus={() => !isChosen.current}>
            {header}
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={cx(s.item, item.danger && s.danger, item.separated && s.separated)}
                disabled={item.disabled}
                onClick={() => {
                  chosen.current = item
                  isChosen.current = true
                }}
              >
                {item.icon && <Icon name={item.icon} size={16} />}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
