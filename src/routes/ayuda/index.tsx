import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { HelpHome } from '../../help/help-home.tsx'
import { HelpResults } from '../../help/help-results.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { PageTitle } from '../../ui/page/layout.tsx'

const from = '/ayuda/'

export const Route = createFileRoute('/ayuda/')({
  validateSearch: ({ q }: { q?: unknown }): { q?: string } => (typeof q === 'string' && q.trim() ? { q } : {}),
  component: Home,
})

function Home() {
  const { q = '' } = useSearch({ from })
  const navigate = useNavigate({ from })
  return (
    <>
      <PageTitle>Ayuda</PageTitle>
      <SearchInput
        label="Buscar en la ayuda"
        value={q}
        onChange={(text) => void navigate({ search: text.trim() ? { q: text.trim() } : {}, replace: true })}
      />
      {q ? <HelpResults query={q} /> : <HelpHome />}
    </>
  )
}
