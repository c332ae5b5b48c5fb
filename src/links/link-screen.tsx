import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PublicPage, useTitleFocus } from '../documents/public-page.tsx'
import type { LinkSummary } from '../domain/links/link-output.ts'
import { describeError } from '../lib/api-error.ts'
import { CodeForm } from '../session/sign-in/code-form.tsx'
import { Button } from '../ui/actions/button.tsx'
import { PageTitle } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import { GuestDocuments } from './guest-documents.tsx'
import { clearGuestLink, type GuestLink, loadGuestLink, saveGuestLink } from './guest-link.ts'
import { LinkLoadState } from './load-state.tsx'
import { confirmGuestCode, linkSummaryQuery, sendGuestCode } from './queries.ts'
import { SigningStepper } from './signing-stepper.tsx'

/** Page of a link for people without an account: who sends what, then the code by mail, then the documents. */
export function LinkScreen() {
  const [link, setLink] = useState(loadGuestLink)
  const [isSessionOver, setSessionOver] = useState(false)
  function endSession() {
    setSessionOver(true)
    setLink(saveGuestLink({ ...link, session: '', otpId: '' }))
  }
  return (
    <PublicPage>
      {!link.token ? (
        <MissingLink />
      ) : link.session ? (
        <GuestDocuments link={link} onSessionEnd={endSession} onLeave={() => setLink(clearGuestLink())} />
      ) : link.otpId ? (
        <CodeStep link={link} onChange={setLink} />
      ) : (
        <LinkIntroduction link={link} isSessionOver={isSessionOver} onChange={setLink} />
      )}
    </PublicPage>
  )
}

function MissingLink() {
  useTitleFocus()
  return (
    <>
      <PageTitle>Abra el enlace de su correo</PageTitle>
      <p className="muted">Busque el correo que recibió y abra de nuevo su enlace. Aquí verá el documento.</p>
    </>
  )
}

interface StepProps {
  link: GuestLink
  onChange: (link: GuestLink) => void
}

function LinkIntroduction({ link, isSessionOver, onChange }: StepProps & { isSessionOver: boolean }) {
  useTitleFocus()
  const { data, error, isFetching, refetch } = useQuery(linkSummaryQuery(link))
  const send = useMutation({ mutationFn: () => sendGuestCode(link), meta: { quiet: true }, onSuccess: onChange })
  if (data)
    return (
      <>
        <PageTitle>{formatTitle(data)}</PageTitle>
        {data.purpose === 'sign' && <SigningStepper current={0} />}
        {isSessionOver && <Notice>Su sesión terminó, o era de otro correo. Pida un código para continuar.</Notice>}
        <p>
          {data.purpose === 'ask' ? 'Solicitud' : data.count === 1 ? 'Documento' : 'Documentos'}:{' '}
          <strong>{data.formats.join(', ')}</strong>
        </p>
        <p className="muted">
          Para abrir, confirme que el correo es suyo. Enviaremos un código a la misma dirección que recibió este enlace.
          No necesita cuenta ni contraseña.
        </p>
        <ErrorNotice>{send.error && describeError(send.error)}</ErrorNotice>
        <Button variant="primary" icon="send" pending={send.isPending} onClick={() => send.mutate()}>
          Enviar código a mi correo
        </Button>
      </>
    )
  return <LinkLoadState error={isFetching ? null : error} onRetry={() => void refetch()} />
}

/** Returns the title: «Acme le envió un documento». */
function formatTitle({ organisation, count, purpose }: LinkSummary): string {
  if (purpose === 'ask') return organisation ? `${organisation} respondió su solicitud` : 'Respondieron su solicitud'
  const what = count === 1 ? 'un documento' : `${count} documentos`
  if (purpose === 'sign') return organisation ? `${organisation} le pide firmar ${what}` : `Le piden firmar ${what}`
  return organisation ? `${organisation} le envió ${what}` : `Le enviaron ${what}`
}

function CodeStep({ link, onChange }: StepProps) {
  useTitleFocus()
  return (
    <>
      <PageTitle>Escriba el código</PageTitle>
      <p className="muted">
        Lo enviamos al correo que recibió este enlace. Tiene seis dígitos y vence en diez minutos. Revise también el
        correo no deseado.
      </p>
      <CodeForm
        sent={link}
        submitLabel="Abrir"
        onConfirm={(code) => confirmGuestCode(link, code).then(onChange)}
        onResend={() => sendGuestCode(link).then(onChange)}
      />
    </>
  )
}
