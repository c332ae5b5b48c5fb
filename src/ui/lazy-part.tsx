import { type ComponentType, lazy, useEffect, useLayoutEffect, useState } from 'react'
import { markBusy } from './busy-control.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { reloadFailedStyles } from './reload-styles.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * Like `lazy`, but shows a notice in place of a part that cannot be loaded. An error of `lazy` would replace the whole page.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const loadPart = loadWithNotice(load)
  return lazy(async () => ({ default: await loadPart() }))
}

/**
 * Like `lazyPart`, for a part that opens at a press: shows on the pressed control that the part is loading. Needs no `Suspense`, after whose fallback
 * React waits 300 ms before it shows the part.
 */
export function lazyDialog<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadDialog = loadWithNotice(async () => {
    loaded = await load()
    return loaded
  })
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded)
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
    useLayoutEffect(() => {
      if (Dialog) return
      let isClosed = false
      const release = markBusy()
      void loadDialog().then((dialog) => {
        release()
        if (!isClosed) setDialog(() => dialog)
      })
      return () => {
        isClosed = true
        release()
      }
    }, [])
    return Dialog && <Dialog {...props} />
  }
}

/**
 * Returns a function that loads a part, twice if that fails. If both loads fail, it returns a notice, which tries again when asked and when the browser is
 * online again.
 */
function loadWithNotice<Props extends object>(load: Load<Props>): Load<Props> {
  /** The part, if it was loaded after the notice was shown: `lazy` keeps the notice for later uses of the part. */
  let loaded: ComponentType<Props> | null = null
  function loadAgain() {
    reloadFailedStyles()
    return load()
  }
  function FailedPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    function retry() {
      loadAgain().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        () => undefined,
      )
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once
    useEffect(() => {
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }, [])
    if (Part) return <Part {...props} />
    return (
      <Notice
        live
        tone="warning"
        action={
          <Button size="s" onClick={retry}>
            Intentar de nuevo
          </Button>
        }
      >
        Esta parte de la página no se pudo cargar. Revise su conexión.
      </Notice>
    )
  }
  return () =>
    load()
      .catch(loadAgain)
      .catch(() => FailedPart)
}
