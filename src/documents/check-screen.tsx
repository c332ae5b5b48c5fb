import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import type { DocumentCheck } from '../domain/documents/document-verification.ts'
import { parseVerificationCode } from '../domain/documents/verification-code.ts'
import { errorMessages } from '../domain/errors.ts'
import { codeOf, messageOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Main } from '../ui/main.tsx'
import { Notice } from '../ui/notice.tsx'
import { focusTitle, PageTitle } from '../ui/page-title.tsx'
import { Seal } from '../ui/seal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import s from './check-screen.module.css'
import { CodeForm } from './code-form.tsx'
import { FileCheck } from './file-check.tsx'
import { documentCheck } from './queries.ts'
import { approvalLine, longDay, replacementOf, verdictOf } from './verdicts.ts'

/** Public page that verifies a document by its code, from the URL or typed by the user. */
export function CheckScreen({ typed = '' }: { typed?: string }) {
  const code = parseVerificationCode(typed)
  return (
    <div className={s.sheet}>
      <header className={s.brand}>
        <Seal size={28} />
        <span>Formatos preeliminares</span>
      </header>
      <Main className={s.main}>
        {code ? (
          <Check key={code} code={code} />
        ) : (
          <Ask typed={typed} refusal={typed && errorMessages['document.unknown']} />
        )}
      </Main>
    </div>
  )
}

function Ask({ typed, refusal }: { typed: string; refusal?: string }) {
  return (
    <>
      <PageTitle>Comprobar un documento</PageTitle>
      {refusal ? (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      ) : (
        <p className={s.lead}>Escriba el código y verá si el documento es auténtico y si sigue en vigor.</p>
      )}
      <CodeForm typed={typed} />
    </>
  )
}

/** Moves focus to the new title if the focused element disappeared with the former screen. Keyboard and screen reader users need it. */
function useKeptFocus() {
  const hadIt = Boolean(document.activeElement?.closest('main'))
  useLayoutEffect(() => {
    if (hadIt && document.activeElement === document.body) focusTitle({ preventScroll: true })
  })
}

function Check({ code }: { code: string }) {
  useKeptFocus()
  const { data, error, isFetching, refetch } = useQuery(documentCheck(code))
  if (data) return <Checked check={data} />
  if (codeOf(error) === 'document.unknown') return <Ask typed={code} refusal={messageOf(error)} />
  if (!error || isFetching)
    return (
      <>
        <PageTitle>Comprobando el documento</PageTitle>
        <Skeleton lines={6} />
      </>
    )
  return (
    <>
      <PageTitle>No se pudo comprobar</PageTitle>
      <Notice tone="danger" live action={<Button onClick={() => void refetch()}>Intentar de nuevo</Button>}>
        {messageOf(error)}
      </Notice>
    </>
  )
}

function Checked({ check }: { check: DocumentCheck }) {
  const { tone, icon, title, says } = verdictOf(check)
  const replacement = replacementOf(check)
  const facts: [string, ReactNode][] = [
    ['Organización', check.organisation],
    ['Documento', check.format],
    ['Número', check.number],
    ['Fecha', longDay(check.date)],
    ['Código', check.code],
    ['Lo solicitó', check.initials],
    ['Aprobado', approvalLine(check)],
    ['Formato', `Versión ${check.version}`],
  ]
  return (
    <>
      <section role={tone === 'danger' ? 'alert' : 'status'} className={cx(s.verdict, s[tone])}>
        <Icon name={icon} size={32} className={s.icon} />
        <div>
          <PageTitle>{title}</PageTitle>
          <p>{says}</p>
          {replacement && <p className={s.more}>{replacement}</p>}
        </div>
      </section>
      <dl className={s.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <FileCheck check={check} />
      <p className={s.foot}>
        Compare estos datos con los de su copia. <Link to="/verificar">Comprobar otro documento</Link>
      </p>
    </>
  )
}
