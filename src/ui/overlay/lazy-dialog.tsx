import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react'
import { markBusy } from '../actions/busy-control.ts'
import { reloadFailedStyles } from '../reload-styles.ts'
import { LoadFailureDialog } from './load-failure-dialog.tsx'

/**
 * Returns a dialog that loads its module when it is mounted, and marks the pressed control as busy meanwhile. Escape cancels the load. A dialog that cannot
 * be loaded says so in a dialog of its own. Needs no `Suspense`, after whose fallback React waits 300 ms before it shows the content.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  async function loadTwice() {
    loaded = await load().catch(() => {
      reloadFailedStyles()
      return load()
    })
    return loaded
  }
  return function LazyDialog(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [isFailed, setFailed] = useState(false)
    const close = useEffectEvent(() => props.onClose())
    useLayoutEffect(() => {
      if (Loaded || isFailed) return
      let isOver = false
      const release = markBusy()
      const isInterrupted = watchUser()
      const press = ({ key }: KeyboardEvent) => {
        if (key === 'Escape') close()
      }
      window.addEventListener('keydown', press)
      const open = (show: () => void) => {
        if (isOver) return
        if (isInterrupted()) close()
        else show()
      }
      loadTwice().then(
        (part) => open(() => setLoaded(() => part)),
        () => open(() => setFailed(true)),
      )
      return () => {
        isOver = true
        release()
        window.removeEventListener('keydown', press)
      }
    }, [Loaded, isFailed])
    if (Loaded) return <Loaded {...props} />
    return <LoadFailureDialog open={isFailed} onClose={props.onClose} onRetry={() => setFailed(false)} />
  }
}

const findOpenDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1)

/** Returns a function that returns whether another dialog was opened since this call, or the user moved to a field to type in it. */
function watchUser(): () => boolean {
  const [dialog, focused] = [findOpenDialog(), document.activeElement]
  return () => {
    const [opened, current] = [findOpenDialog(), document.activeElement]
    if (opened && opened !== dialog) return true
    return focused?.isConnected === true && current !== focused && isField(current)
  }
}

const isField = (element: Element | null) => element?.matches('input, textarea, select, [contenteditable]') === true
