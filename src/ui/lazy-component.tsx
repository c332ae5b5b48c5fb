import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Button } from './actions/button.tsx'
import { loadFailureMessage, reloadPage } from './overlay/load-failure-dialog.tsx'
import { reloadFailedStyles } from './reload-styles.ts'
import { Notice } from './state/notice.tsx'

/**
 * Like `lazy`, but loads the module twice if that fails, and then shows a notice in place of the part, which tries again when asked and when the
 * browser is online again. An error of `lazy` would replace the whole page.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
          <>
            <Button size="s" onClick={retry}>
              Intentar de nuevo
            </Button>
            <Button size="s" onClick={reloadPage}>
              Volver a cargar la página
            </Button>
          </>
        }
      >
        {loadFailureMessage}
      </Notice>
    )
  }
  return lazy(async () => {
    const part = await load()
      .catch(loadAgain)
      .catch(() => FailedPart)
    return { default: part }
  })
}
