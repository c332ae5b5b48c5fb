import { useQuery } from '@tanstack/react-query'
import { publishedFormatsQuery } from '../../../formats/queries.ts'
import { LinkButton } from '../../../ui/actions/button.tsx'

/** Code of the preferred format for the example document. If it is not published, the first format is used. */
const exampleFormatCode = 'CL'

/** Link to a new request, prefilled with the examples of its format. Hidden if no format is published. */
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
