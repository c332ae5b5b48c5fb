import { LinkButton } from '../actions/link-button.tsx'
import { EmptyState } from '../state/empty-state.tsx'
import { Main } from './main.tsx'
import { PageTitle } from './page-title.tsx'

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
