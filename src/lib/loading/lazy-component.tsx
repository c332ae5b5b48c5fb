import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { waitForFirstContent } from './wait-for-first-content.ts'

/**
 * Like `lazy`, but loads the module after the first content, and twice if that fails, and then shows a notice in place of the part, which tries again when asked and when the
 * browser is online again. An error of `lazy` would replace the whole page.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  /** The part, if it was loaded after the notice was shown: `lazy` keeps the notice for later uses of the part. */
  let loaded: ComponentType<Props> | null = null
  function FailedPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    function retry() {
      load().then(
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
            <Button size="s" onClick={() => location.reload()}>
              Volver a cargar la página
            </Button>
          </>
        }
      >
        {/* After an update of the server, only a reload of the page loads its files. */}
        Esta parte de la página no se pudo cargar. Revise su conexión. Si el sistema se actualizó, vuelva a cargar la
        página.
      </Notice>
    )
  }
  return lazy(async () => {
    await waitForFirstContent()
    const part = await load()
      .catch(load)
      .catch(() => FailedPart)
    return { default: part }
  })
}
