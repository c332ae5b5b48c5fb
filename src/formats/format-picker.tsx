import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../lib/number-format.ts'
import { useUser } from '../session/use-user.ts'
import { Button, LinkButton } from '../ui/actions/button.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'
import { findFormats } from './find-formats.ts'
import s from './format-picker.module.css'
import { formatBodiesQuery, type SelectableFormat } from './queries.ts'

export function FormatPicker({ formats, to }: { formats: readonly SelectableFormat[]; to: LinkProps['to'] }) {
  const isAdmin = useUser().role === '_admin'
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { found, isApproximate, isSearching } = useFoundFormats(formats, text)
  const categories = [...new Set(found.map((format) => format.category))]

  function move(event: KeyboardEvent) {
    const search = event.target instanceof HTMLInputElement ? event.target : null
    const down = event.key === 'ArrowDown' || (search !== null && event.key === 'Enter')
    if (!down && event.key !== 'ArrowUp') return
    event.preventDefault()
    // Applies the typed search text immediately instead of after the debounce, because the user pressed Enter or an arrow
    // key.
    if (search) flushSync(() => setText(search.value))
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const here = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = links[here + (down ? 1 : -1)]
    if (next) next.focus()
    else if (!down) list.current?.querySelector('input')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links inside
    <div ref={list} onKeyDown={move}>
      <Stack gap={5}>
        <div className={s.search}>
          <SearchInput label="Buscar un formato" placeholder="Nombre, código o tema" value={text} onChange={setText} />
        </div>
        <p className={isApproximate ? 'muted' : 'visually-hidden'} role="status">
          {isApproximate
            ? 'Ningún formato se llama así. Estos son los más parecidos.'
            : isSearching
              ? 'Buscando…'
              : text && formatCount(found.length, 'formato encontrado', 'formatos encontrados')}
        </p>
        {found.length === 0 && !isSearching && (
          <EmptyState
            icon={formats.length ? 'search' : 'format'}
            title={formats.length ? 'Ningún formato coincide' : 'Aún no hay formatos publicados'}
            action={
              formats.length ? (
                <Button onClick={() => setText('')}>Ver todos los formatos</Button>
              ) : (
                isAdmin && <LinkButton to="/app/format">Publicar un formato</LinkButton>
              )
            }
          >
            {formats.length
              ? 'Pruebe con otra palabra. Si la organización no ofrece ese documento, pida a un administrador que cree el formato.'
              : 'Cuando un administrador publique un formato, aparecerá aquí.'}
          </EmptyState>
        )}
        <div className={s.categories}>
          {categories.map((category) => (
            <section key={category} aria-label={category} className={s.category}>
              <h2 className={s.name}>{category}</h2>
              <ul>
                {found
                  .filter((format) => format.category === category)
                  .map((format) => (
                    <li key={format.id}>
                      <Link to={to} search={{ format: format.id } as never} className={s.format}>
                        <span className={s.code}>{format.code}</span>
                        <span className={s.title}>{format.name}</span>
                        <span className="text-secondary">{format.description}</span>
                        {!format.requiresReview && (
                          <span className="text-caption">Sin revisión: se aprueba al enviarla.</span>
                        )}
                        {format.makesFinal && (
                          <span className="text-caption">Su documento sale definitivo, sin marca.</span>
                        )}
                      </Link>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </Stack>
    </div>
  )
}

/** Finds formats by their names and descriptions. Loads the documents' texts and searches them only if no format contains all words. */
function useFoundFormats(formats: readonly SelectableFormat[], text: string) {
  const named = findFormats(formats, text)
  const isUnnamed = formats.length > 0 && (named.isApproximate || named.formats.length === 0)
  const { data: bodies, isLoading } = useQuery({ ...formatBodiesQuery, enabled: isUnnamed })
  const { formats: found, isApproximate } =
    isUnnamed && bodies ? findFormats(formats, text, ({ id }) => bodies.get(id) ?? '') : named
  return { found, isApproximate, isSearching: isLoading }
}
