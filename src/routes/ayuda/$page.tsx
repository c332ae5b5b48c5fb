import { createFileRoute, notFound, useLoaderData, useLocation, useParams } from '@tanstack/react-router'
import { HelpArticle } from '../../help/help-article.tsx'
import { getHelpOutline, isHelpPage, loadHelpPage } from '../../help/pages.ts'
import { PageTitle } from '../../ui/page/layout.tsx'

const from = '/ayuda/$page'

export const Route = createFileRoute('/ayuda/$page')({
  loader: ({ params }) => {
    if (!isHelpPage(params.page)) throw notFound()
    return loadHelpPage(params.page)
  },
  component: Page,
})

function Page() {
  const { page } = useParams({ from })
  const html = useLoaderData({ from })
  const { hash } = useLocation()
  if (!isHelpPage(page)) return null
  return (
    <>
      <PageTitle>{getHelpOutline(page).title}</PageTitle>
      <HelpArticle key={page} html={html} target={{ page, section: decodeURIComponent(hash) }} />
    </>
  )
}
