import { type ComponentType, lazy, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { reloadFailedStyles } from './reload-styles.ts'

/**
 * Like `lazy`, but if the module cannot be loaded, shows a notice in place of the part, and tries again when asked and when the browser is online
 * again. An error of `lazy` would replace the whole page.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  function FailedPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    function retry() {
      reloadFailedStyles()
      load().then(
        (part) => setPart(() => part),
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
        Falta una parte de la página, que no se pudo cargar. Revise su conexión.
      </Notice>
    )
  }
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: FailedPart }),
    ),
  )
}
