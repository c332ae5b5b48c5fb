import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field, ValidationContext } from '../domain/fields/field.ts'
import { describeError } from '../lib/api-error.ts'
import { formatList } from '../lib/number-format.ts'
import { createStoredExampleRowPredicate } from '../sheets/reading/suspicious-rows.ts'
import { Button } from '../ui/actions/button.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { discardRows, firstRowsToSendQuery } from './queries.ts'

interface Props {
  batch: string
  fields: readonly Field[]
  context: ValidationContext
}

/** Warning that the rows to send include example rows of the template. Its button discards these rows. */
export function ExampleRowsNotice({ batch, fields, context }: Props) {
  const { data: rows = [] } = useQuery(firstRowsToSendQuery(batch))
  const isExample = useMemo(() => createStoredExampleRowPredicate(fields, context), [fields, context])
  const examples = rows.filter(({ values }) => isExample(values)).map(({ row }) => row)
  const discarding = useMutation({
    mutationKey: ['batches', 'discard'],
    mutationFn: (numbers: number[]) => discardRows(batch, numbers),
    meta: { quiet: true },
  })
  if (examples.length === 0) return null
  const one = examples.length === 1
  return (
    <Notice
      tone="warning"
      live
      title={
        one
          ? `La fila ${examples[0]} es el ejemplo de la plantilla`
          : `${examples.length} filas son el ejemplo de la plantilla: ${formatList(examples)}`
      }
      action={
        <Button size="s" pending={discarding.isPending} onClick={() => discarding.mutate(examples)}>
          {one ? 'Descartarla' : 'Descartarlas'}
        </Button>
      }
    >
      {discarding.error ? describeError(discarding.error) : 'Si no la descarta, se envía como una solicitud más.'}
    </Notice>
  )
}
