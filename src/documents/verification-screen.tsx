import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import { parseVerificationCode } from '../domain/documents/verification-code.ts'
import { errorMessages } from '../domain/errors.ts'
import { describeError, getErrorCode } from '../lib/api-error.ts'
import { Button } from '../ui/actions/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { PageTitle } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice, Skeleton } from '../ui/state/screen-states.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentOpening } from './document-opening.tsx'
import { FileVerification } from './file-verification.tsx'
import { PublicPage, useTitleFocus } from './public-page.tsx'
import { documentVerificationQuery } from './queries.ts'
import { VerificationCodeForm } from './verification-code-form.tsx'
import {
  describeMeaning,
  formatApprovalLine,
  formatLongDay,
  formatReplacementNote,
  formatSealLine,
  formatSignatureLine,
  getVerificationResult,
} from './verification-results.ts'
import s from './verification-screen.module.css'

/** Public page that verifies a document by its code, from the URL or typed by the user. */
export function VerificationScreen({ typed = '' }: { typed?: string }) {
  const code = parseVerificationCode(typed)
  return (
    <PublicPage>
      {code ? (
        <CodeVerification key={code} code={code} />
      ) : (
        <CodePrompt typed={typed} refusal={typed && errorMessages['document.unknown']} />
      )}
    </PublicPage>
  )
}

function CodePrompt({ typed, refusal }: { typed: string; refusal?: string }) {
  return (
    <>
      <PageTitle>Comprobar un documento</PageTitle>
      {refusal ? (
        <ErrorNotice>{refusal}</ErrorNotice>
      ) : (
        <p className="muted">Escriba el código y verá si el documento es auténtico y si sigue vigente.</p>
      )}
      <VerificationCodeForm typed={typed} />
    </>
  )
}

function CodeVerification({ code }: { code: string }) {
  useTitleFocus()
  const { data, error, isFetching, refetch } = useQuery(documentVerificationQuery(code))
  if (data) return <VerifiedDocument check={data} />
  if (getErrorCode(error) === 'document.unknown') return <CodePrompt typed={code} refusal={describeError(error)} />
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
        {describeError(error)}
      </Notice>
    </>
  )
}

function VerifiedDocument({ check }: { check: DocumentVerification }) {
  const { tone, icon, title, says } = getVerificationResult(check)
  const replacement = formatReplacementNote(check)
  const facts: [string, string][] = [
    ['Organización', check.organisation],
    ['Documento', check.format],
    ['Número', check.number],
    ['Fecha', formatLongDay(check.date)],
    ['Código', check.code],
    ['Lo solicitó', check.initials],
    ['Aprobado', formatApprovalLine(check)],
    ...check.signers.map(({ initials, role, signedAt }): [string, string] => [
      `Firmó como ${role}`,
      formatSignatureLine(initials, signedAt),
    ]),
    ['Formato', `Versión ${check.version}`],
    ...(check.seal ? [['Sello', formatSealLine(check.seal)] satisfies [string, string]] : []),
  ]
  return (
    <>
      <section role={tone === 'danger' ? 'alert' : 'status'} className={cx(s.verdict, `tone-${tone}`)}>
        <Icon name={icon} size={32} className={s.icon} />
        <div>
          <PageTitle>{title}</PageTitle>
          <p>{says}</p>
          {check.isAnonymized && (
            <p className={s.more}>
              Retirado por privacidad: la organización borró sus datos y su archivo. El número y el estado siguen
              valiendo.
            </p>
          )}
          {replacement && <p className={s.more}>{replacement}</p>}
        </div>
      </section>
      {check.fields.length > 0 && (
        <DocumentFacts
          title="Compare con su copia"
          facts={check.fields.map(({ label, value }) => [label, value] as const)}
        />
      )}
      <DocumentFacts facts={facts} />
      {check.asksDigits && <DocumentOpening check={check} />}
      <FileVerification check={check} />
      <div className="text-secondary">
        <p>
          <strong>Qué se comprobó:</strong> el código y el estado del documento, no su copia en papel.
        </p>
        <p>
          <strong>Qué significa:</strong> {describeMeaning(check)}
        </p>
        <p>
          <Link to="/verificar">Comprobar otro documento</Link>
        </p>
      </div>
    </>
  )
}
