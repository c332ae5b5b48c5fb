import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import s from './help-article.module.css'
import type { HelpTarget } from './help-target.ts'
import { isHelpPage } from './pages.ts'

interface Props {
  /** HTML of the page, generated from Markdown at build time. */
  html: string
  target: HelpTarget
  /** Called instead of the navigation when the user follows a link to another help page. */
  onFollow?: (target: HelpTarget) => void
}

/** Text of a help page, scrolled to the section of `target`. */
export function HelpArticle({ html, target, onFollow }: Props) {
  const { section } = target
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = section && box.current?.querySelector<HTMLElement>(`[id="${CSS.escape(section)}"]`)
    if (!heading) return
    // Scrolls the panel itself, because `scrollIntoView` would also scroll the page behind the panel.
    const panel = heading.closest('dialog section')
    if (panel) panel.scrollTop += heading.getBoundingClientRect().top - panel.getBoundingClientRect().top
    else heading.scrollIntoView()
  }, [section])

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const next = link && parseHelpLink(link)
    if (!next || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (onFollow) onFollow(next)
    else void navigate({ to: '/ayuda/$page', params: { page: next.page }, hash: next.section ?? '' })
  }

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made this HTML from the project's own Markdown
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only the links inside react
  return <div ref={box} className={s.article} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Returns the help page a link leads to; `undefined` for any other link. */
function parseHelpLink(link: HTMLAnchorElement): HelpTarget | undefined {
  const page = /^\/ayuda\/([\w-]+)$/.exec(link.pathname)?.[1] ?? ''
  if (link.origin !== location.origin || !isHelpPage(page)) return undefined
  const section = decodeURIComponent(link.hash.slice(1))
  return section ? { page, section } : { page }
}
