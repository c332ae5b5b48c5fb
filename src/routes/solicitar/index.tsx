import { createFileRoute } from '@tanstack/react-router'
import { AskPage } from './-ask/ask-page.tsx'

interface Search {
  /** Id of the format to request. */
  formato?: string
  /** Id of the link of a returned request to correct. */
  correccion?: string
}

export const Route = createFileRoute('/solicitar/')({
  validateSearch: ({ formato, correccion }: Record<string, unknown>): Search => ({
    ...(typeof formato === 'string' && { formato }),
    ...(typeof correccion === 'string' && { correccion }),
  }),
  component: Ask,
})

function Ask() {
  const { formato, correccion } = Route.useSearch()
  return <AskPage key={`${formato} ${correccion}`} format={formato} link={correccion} />
}
