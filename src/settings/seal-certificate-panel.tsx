import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SealSettings } from '../domain/settings/settings-output.ts'
import { describeError } from '../lib/api-error.ts'
import { formatDate } from '../lib/date-format.ts'
import { formatCount, formatHex } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { Badge, type BadgeTone } from '../ui/data/badge.tsx'
import { DescriptionList } from '../ui/data/description-list.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Panel, Stack } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import { removeCertificateMutation, testSealMutation } from './seal-queries.ts'

type Certificate = NonNullable<SealSettings['certificate']>
type Source = Exclude<SealSettings['source'], ''>

const keySources: Record<Source, string> = {
  environment: 'En las variables del servidor: cámbiela allí',
  remote: 'En el servicio remoto de SEAL_URL',
  stored: 'Guardada en este servidor, cifrada',
}

/** Current certificate, with a test and its removal. */
export function SealCertificatePanel({ seal, source }: { seal: SealSettings; source: Source }) {
  const { certificate, hasTimestamps } = seal
  const [isRemoving, setRemoving] = useState(false)
  const testing = useMutation(testSealMutation)
  return (
    <Panel
      title="Certificado"
      actions={
        <>
          {source === 'stored' && <Button onClick={() => setRemoving(true)}>Quitar</Button>}
          <Button
            variant="primary"
            icon="file"
            pending={testing.isPending}
            onClick={() => testing.mutate(certificate?.fingerprint)}
          >
            Probar
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorNotice>{testing.error && describeError(testing.error)}</ErrorNotice>
        {certificate && certificate.fingerprint === testing.data && <TestNotice {...certificate} />}
        {certificate ? (
          <CertificateDetails certificate={certificate} keySource={keySources[source]} hasTimestamps={hasTimestamps} />
        ) : (
          <Notice tone="danger" title="El servicio de la clave no entregó el certificado">
            Los documentos definitivos y anulados no se generan hasta que lo entregue. La causa está en el registro del
            servidor.
          </Notice>
        )}
      </Stack>
      {isRemoving && (
        <MutationDialog
          danger
          onClose={() => setRemoving(false)}
          mutation={removeCertificateMutation}
          variables={undefined}
          title="¿Quitar el certificado?"
          confirmLabel="Quitar el certificado"
        >
          Los próximos documentos definitivos y anulados salen sin sello; los ya sellados no cambian. La clave se borra
          de este servidor y no se puede recuperar.
        </MutationDialog>
      )}
    </Panel>
  )
}

interface DetailsProps {
  certificate: Certificate
  keySource: string
  hasTimestamps: boolean
}

function CertificateDetails({ certificate, keySource, hasTimestamps }: DetailsProps) {
  const { holder, issuer, isSelfMade, until, fingerprint } = certificate
  const { tone, label, notice } = getValidity(certificate)
  const state = <Badge tone={tone}>{label}</Badge>
  return (
    <>
      {notice && (
        <Notice tone={tone} title={notice.title}>
          {notice.text}
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: 'Titular', value: holder },
          { term: 'Emisor', value: isSelfMade ? 'El mismo titular' : issuer },
          { term: 'Vence', value: formatDate(until), below: <div>{state}</div> },
          { term: 'Clave', value: keySource },
          { term: 'Estampa de tiempo', value: hasTimestamps ? 'Con el servicio de TSA_URL' : 'No' },
          { term: 'Huella SHA-256', value: formatHex(fingerprint), wide: true },
        ]}
      />
    </>
  )
}

const dayMs = 86_400_000
/** Days before the end from which the certificate is marked. */
const warningDays = 30

interface Validity {
  tone: BadgeTone
  label: string
  /** Message about the end; missing if the end is far. */
  notice?: { title: string; text: string }
}

function getValidity({ until }: Certificate): Validity {
  const days = Math.ceil((Date.parse(until.replace(' ', 'T')) - Date.now()) / dayMs)
  if (days > warningDays) return { tone: 'success', label: 'Activo' }
  if (days > 0) {
    const text = 'Cámbielo antes. Después no se generan documentos definitivos ni anulados; los ya sellados no cambian.'
    return {
      tone: 'warning',
      label: `En ${formatCount(days, 'día', 'días')}`,
      notice: { title: 'El certificado vence pronto', text },
    }
  }
  const text =
    'Los documentos definitivos y anulados no se generan hasta que lo cambie. Después, genere de nuevo los que fallaron. Los ya sellados no cambian.'
  return { tone: 'danger', label: 'Vencido', notice: { title: 'El certificado venció', text } }
}

/** Result of the test: statements of PDF viewers about the sealed page. */
function TestNotice({ holder, issuer, isSelfMade }: Certificate) {
  return (
    <Notice tone="success" title="La página se selló y se abrió en otra pestaña. Un lector de PDF dice:" live>
      <ul>
        <li>Firmado por {holder}.</li>
        <li>El documento no ha cambiado desde que se firmó.</li>
        <li>
          {isSelfMade
            ? 'Identidad desconocida: ninguna autoridad la confirma.'
            : `Identidad confirmada por ${issuer}, si el lector conoce a esa autoridad; si no, identidad desconocida.`}
        </li>
      </ul>
    </Notice>
  )
}
