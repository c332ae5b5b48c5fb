import { lazy, Suspense } from 'react'
import { loadErrorMessages } from './load-error-messages.ts'

interface Props {
  code: string
  details?: Readonly<Record<string, unknown>> | null
}

const LoadedMessage = lazy(async () => {
  const getErrorMessage = await loadErrorMessages()
  return { default: ({ code, details }: Props) => getErrorMessage(code, details) }
})

/** Message of an error code. Loads the messages when the first one is shown. */
export function ErrorText(props: Props) {
  return (
    <Suspense>
      <LoadedMessage {...props} />
    </Suspense>
  )
}
