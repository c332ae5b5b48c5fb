import { useMutation } from '@tanstack/react-query'
import type { RequestDocument } from '../../domain/request.ts'
import { Button } from '../../ui/button.tsx'
import { documentUrl, openTab } from '../pdf.ts'

/** Opens the document that another took the place of. */
export function EarlierDocument({ earlier }: { earlier: RequestDocument }) {
  const view = useMutation({ mutationFn: () => openTab(() => documentUrl(earlier, earlier.file)) })
  return (
    <Button size="s" icon="external" pending={view.isPending} onClick={() => view.mutate()}>
      Abrir el documento anterior
    </Button>
  )
}
