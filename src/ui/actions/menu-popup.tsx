import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, use, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import { PortalContext } from '../overlay/portal-context.ts'
import s from './menu.module.css'

interface MenuItem {
  label: string
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  separated?: boolean
  onSelect: () => void
}

export interface MenuProps {
  /** Button that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement
  /** Entries; `false` and `undefined` are skipped. */
  items: readonly (MenuItem | false | undefined)[]
  /** Content above the items that cannot be selected. */
  header?: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'right'
}

interface Props extends MenuProps {
  /** Whether the user pressed the button before the menu was loaded. */
  isAsked: boolean
}

/** Menu with positioning and keyboard navigation, loaded on demand. */
export function MenuPopup({ trigger, items, header, align = 'end', side = 'bottom', isAsked }: Props) {
  const container = use(PortalContext)
  const opener = useRef<HTMLButtonElement>(null)
  const chosen = useRef<MenuItem>(null)
  const answered = useRef(false)
  const isChosen = useRef(false)
  const shown = items.filter((item) => !!item)
  useEffect(() => {
    if (!isAsked || answered.current) return
    answered.current = true
    // Does not open if the user moved the focus elsewhere. The removed placeholder button left it on the body, or on a dialog around the button.
    if (!document.activeElement?.contains(opener.current)) return
    opener.current?.focus()
    opener.current?.click()
  }, [isAsked])
  /**
   * Focuses the menu button before the item's action. A dialog opened by the item then returns the focus to the button, not to the removed
   * item.
   */
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
          {/* After a selection, closing the menu does not move focus, because the item's action may have moved it. */}
          <Base.Popup className={s.popup} finalFocus={() => !isChosen.current}>
            {header}
            {shown.map((item) => (
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
