import { LinkButton } from '../actions/button.tsx'
import { EmptyState } from '../state/screen-states.tsx'
import { PageTitle } from './layout.tsx'
import { Main } from './main.tsx'

export function NotFound() {
  return (
    <Main>
      <EmptyState
        icon="search"
        title={<PageTitle>Página no encontrada</PageTitle>}
        action={
          <LinkButton to="/" variant="primary">
            Ir al inicio
          </LinkButton>
        }
      >
        Esta dirección no lleva a ninguna página. El enlace puede estar incompleto, o la página ya no existe.
      </EmptyState>
    </Main>
  )
}
