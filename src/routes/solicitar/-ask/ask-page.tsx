import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PublicPage, useTitleFocus } from '../../../documents/public-page.tsx'
import { externalFormatsQuery, requestExternalCode } from '../../../links/external-queries.ts'
import { clearGuestLink, type GuestLink, loadGuestLink, saveGuestLink } from '../../../links/guest-link.ts'
import s from '../../../links/link-screen.module.css'
import { LoadState } from '../../../links/load-state.tsx'
import { confirmGuestCode } from '../../../links/queries.ts'
import type { FormValues } from '../../../requests/form-values.ts'
import { CodeForm } from '../../../session/sign-in/code-form.tsx'
import { EmailForm } from '../../../session/sign-in/email-form.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { PageTitle } from '../../../ui/page/layout.tsx'
import { Notice } from '../../../ui/state/screen-states.tsx'
import { ExternalFormStep } from './external-form-step.tsx'

interface Props {
  format: string | undefined
  /** Id of the link of a returned request. */
  link: string | undefined
}

/** Page where people without an account request a document: the format, then their address and its code, then the form. */
export function AskPage({ format, link }: Props) {
  const [guest, setGuest] = useState(loadGuestLink)
  /** Values typed in a session that has ended. */
  const [typed, setTyped] = useState<FormValues>()
  const { data, error, isFetching, refetch } = useQuery(externalFormatsQuery)
  const navigate = useNavigate()
  function leave() {
    setGuest(clearGuestLink())
    void navigate({ to: '/solicitar', search: {} })
  }
  const chosen = data?.items.find(({ id }) => id === format)
  return (
    <PublicPage>
      {!data ? (
        <LoadState title="Solicitar un documento" error={isFetching ? null : error} onRetry={() => void refetch()} />
      ) : !chosen && !link ? (
        <FormatChoice items={data.items} />
      ) : guest.session ? (
        <ExternalFormStep
          guest={guest}
          choice={link ? { link } : { format }}
          recordLabel={link ? '' : (chosen?.recordLabel ?? '')}
          name={chosen?.name ?? ''}
          typed={typed}
          onSessionEnd={(values) => {
            setTyped(values)
            setGuest(saveGuestLink({ ...guest, session: '', otpId: '' }))
          }}
          onLeave={leave}
        />
      ) : guest.otpId && guest.email ? (
        <CodeStep guest={guest} onChange={setGuest} />
      ) : (
        <EmailStep guest={guest} name={chosen?.name ?? ''} onChange={setGuest} />
      )}
    </PublicPage>
  )
}

function FormatChoice({ items }: { items: readonly { id: string; name: string; description: string }[] }) {
  useTitleFocus()
  return (
    <>
      <PageTitle>Solicitar un documento</PageTitle>
      {items.length === 0 ? (
        <Notice>Por ahora ningún documento se pide sin cuenta. Escriba a la organización.</Notice>
      ) : (
        <p className="muted">Elija el documento. Para pedirlo confirme su correo; no necesita cuenta.</p>
      )}
      <ul className="stack-3">
        {items.map(({ id, name, description }) => (
          <li key={id} className={s.card}>
            <Link to="/solicitar" search={{ formato: id }}>
              {name}
            </Link>
            {description && <p className="text-secondary">{description}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

interface StepProps {
  guest: GuestLink
  onChange: (guest: GuestLink) => void
}

function EmailStep({ guest, name, onChange }: StepProps & { name: string }) {
  useTitleFocus()
  return (
    <>
      <PageTitle>{name || 'Corregir la solicitud'}</PageTitle>
      <p className="muted">Enviaremos un código a su correo para confirmar que es suyo. Allí recibirá la respuesta.</p>
      <EmailForm
        email={guest.email}
        submitLabel="Enviar código"
        onSend={(email) => requestExternalCode(email).then(onChange)}
      />
    </>
  )
}

function CodeStep({ guest, onChange }: StepProps) {
  useTitleFocus()
  return (
    <>
      <PageTitle>Escriba el código</PageTitle>
      <p className="muted">
        Lo enviamos a {guest.email}. Tiene seis dígitos y vence en diez minutos. Revise también el correo no deseado.
      </p>
      <CodeForm
        sent={guest}
        submitLabel="Continuar"
        onConfirm={(code) => confirmGuestCode(guest, code).then(onChange)}
        onResend={() => requestExternalCode(guest.email).then(onChange)}
      >
        <Button variant="quiet" onClick={() => onChange(saveGuestLink({ ...guest, otpId: '' }))}>
          Cambiar el correo
        </Button>
      </CodeForm>
    </>
  )
}
