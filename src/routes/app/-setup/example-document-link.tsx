import { useQuery } from '@tanstack/react-query'
import { publishedFormatsQuery } from '../../../formats/queries.ts'
import { LinkButton } from '../../../ui/link-button.tsx'

/** Format of the example document, if it is published. */
const exampleFormatCode = 'CL'

/** Link to a new request that is filled with the examples of its format. */
export function ExampleDocumentLink() {
  const { data: formats } = useQuery(publishedFormatsQuery)
  const format = formats?.find(({ code }) => code === exampleFormatCode) ?? formats?.[0]
  if (!format) return null
  return (
    <LinkButton to="/app/request/create" search={{ format: format.id, example: true }} icon="file">
      Hacer un documento de ejemplo
    </LinkButton>
  )
}
