import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Format } from '../../../domain/formats/format.ts'
import { allFormatsQuery, changeFormatStatusMutation } from '../../../formats/admin-queries.ts'
import { describeError } from '../../../lib/api-error.ts'
import { confirmSetupMutation } from '../../../settings/queries.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox, FormField } from '../../../ui/form/form-field.tsx'
import { Cluster, Columns, Stack } from '../../../ui/page/layout.tsx'
import { ErrorNotice, Skeleton } from '../../../ui/state/screen-states.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function FormatsStep({ onNext, later }: SetupStepProps) {
  const { data: formats } = useQuery(allFormatsQuery)
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const changing = useMutation(changeFormatStatusMutation)
  const confirming = useMutation(confirmSetupMutation)
  const isChosen = ({ id, status }: Format) => changed[id] ?? status === 'published'
  const saving = useMutation({
    mutationKey: ['formats', 'setup'],
    mutationFn: async (all: readonly Format[]) => {
      for (const format of all)
        if (isChosen(format) !== (format.status === 'published'))
          await changing.mutateAsync({ id: format.id, step: isChosen(format) ? 'restore' : 'archive' })
      await confirming.mutateAsync(['formats'])
    },
    onSuccess: onNext,
    meta: { quiet: true },
  })
  if (!formats) return <Skeleton lines={6} />
  const offered = formats.filter(({ status }) => status !== 'draft')
  return (
    <Stack>
      <FormField
        label="Formatos publicados"
        group
        help="Quite los que no use; los puede publicar de nuevo. La redacción es un ejemplo: revísela después."
      >
        <Columns min={18} gap={2}>
          {offered.map((format) => (
            <Checkbox
              key={format.id}
              label={format.name}
              help={format.category}
              checked={isChosen(format)}
              onChange={(event) => setChanged({ ...changed, [format.id]: event.target.checked })}
            />
          ))}
        </Columns>
      </FormField>
      <ErrorNotice>{saving.error && describeError(saving.error)}</ErrorNotice>
      <Cluster>
        <Button variant="primary" pending={saving.isPending} onClick={() => saving.mutate(offered)}>
          Guardar y seguir
        </Button>
        {later}
        <Link to="/app/format">Revisar la redacción</Link>
      </Cluster>
    </Stack>
  )
}
