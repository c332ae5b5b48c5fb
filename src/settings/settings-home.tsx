import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatCount } from '../lib/number-format.ts'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Panel } from '../ui/page/layout.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'
import s from './settings-home.module.css'
import { type SettingsResult, searchSettings, settingsGroups } from './settings-pages.ts'

/** Home page of the settings: `setup`, all settings pages by group, and a search. Enter opens the first result. */
export function SettingsHome({ setup }: { setup: ReactNode }) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  function openFirst(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Reads the input, because `query` is debounced.
    const text = event.currentTarget.querySelector('input')?.value ?? ''
    const [first] = searchSettings(text)
    if (first) void navigate(getTarget(first))
  }
  return (
    <>
      <form className={s.search} onSubmit={openFirst}>
        <SearchInput label="Buscar un ajuste" value={query} onChange={setQuery} />
      </form>
      {query.trim() ? (
        <Results query={query} />
      ) : (
        <>
          {setup}
          <Groups />
        </>
      )}
    </>
  )
}

const getTarget = ({ to, setting, field = setting }: SettingsResult) => ({
  to,
  ...(field && { hash: `field-${field}` }),
})

function Groups() {
  return (
    <nav aria-label="Ajustes" className={s.groups}>
      {settingsGroups.map(({ name, pages }) => (
        <Panel key={name} title={name}>
          <ul className="stack-3">
            {pages.map((page) => (
              <li key={page.to} className={s.page}>
                <Link to={page.to} className={s.link}>
                  {page.name}
                </Link>
                <span className="text-tertiary">{page.description}</span>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </nav>
  )
}

function Results({ query }: { query: string }) {
  const results = searchSettings(query)
  return (
    <Panel>
      <p role="status" className={results.length ? s.count : 'visually-hidden'}>
        {formatCount(results.length, 'resultado', 'resultados')}
      </p>
      {results.length === 0 ? (
        <EmptyState icon="search" title={`Ningún ajuste coincide con «${query.trim()}»`}>
          Pruebe con otra palabra.
        </EmptyState>
      ) : (
        <ul className="stack-3">
          {results.map((result) => (
            <li key={`${result.to} ${result.setting}`} className={s.page}>
              <Link {...getTarget(result)} className={s.link}>
                {result.label}
              </Link>
              <span className="text-tertiary">{result.place}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
