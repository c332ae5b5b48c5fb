import { errorMessages } from '../domain/errors.ts'
import { LinkButton } from '../ui/actions/button.tsx'
import { PageHeader, Stack } from '../ui/page/layout.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'

/** Page of a format that the user may not request, opened by a direct link. */
export function RestrictedFormat({ name }: { name: string }) {
  return (
    <Stack gap={5}>
      <PageHeader title={name} />
      <EmptyState
        icon="format"
        title="Usted no puede pedir este formato"
        action={
          <LinkButton to="/app/request/create" search={{}}>
            Ver los formatos que puede pedir
          </LinkButton>
        }
      >
        {errorMessages['format.access']}
      </EmptyState>
    </Stack>
  )
}
