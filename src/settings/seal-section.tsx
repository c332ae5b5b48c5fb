import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Settings } from '../domain/settings/settings.ts'
import type { SealSettings } from '../domain/settings/settings-output.ts'
import { HistoryPanel } from '../history/history-panel.tsx'
import { Button } from '../ui/actions/button.tsx'
import { CollapsiblePanel } from '../ui/page/collapsible-panel.tsx'
import { Cluster, Columns, focusPageTitle, Panel, Stack } from '../ui/page/layout.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'
import { SealCertificatePanel } from './seal-certificate-panel.tsx'
import { makeOwnCertificateMutation, requestCertificateMutation, sealQuery } from './seal-queries.ts'
import { SealUploadDialog } from './seal-upload-dialog.tsx'

/** Certificate of the seal, and the options to get one. */
export function SealSection({ settings }: { settings: Settings }) {
  const { data: seal } = useSuspenseQuery(sealQuery)
  const [isChanging, setChanging] = useState(false)
  const { source, canStore } = seal
  const options = <CertificateOptions seal={seal} organisation={settings.organisationName} />
  return (
    <>
      {source && <SealCertificatePanel seal={seal} source={source} />}
      {source === 'stored' && (
        <CollapsiblePanel title="Cambiar el certificado" icon="key" open={isChanging} onOpenChange={setChanging}>
          {options}
        </CollapsiblePanel>
      )}
      {!source && (canStore ? options : <MissingSecret />)}
      <HistoryPanel subject="settings" subjectId={settings.id} title="Historial de los ajustes y las copias" />
    </>
  )
}

/** Shown if the server cannot store a key. The administrator has nothing to do on this page. */
function MissingSecret() {
  return (
    <Panel>
      <EmptyState icon="key" title="Los documentos salen sin sello">
        <p>
          Para sellarlos, quien instaló el servidor define la variable <code>ENCRYPTION_KEY</code> y reinicia el
          servidor. Entonces podrá subir o pedir aquí un certificado. Todo lo demás funciona igual.
        </p>
        <p>
          <Link to="/ayuda/$page" params={{ page: 'administrar' }} hash="sello-electrónico-de-la-organización">
            Cómo se activa el sello
          </Link>
        </p>
      </EmptyState>
    </Panel>
  )
}

function CertificateOptions({ seal, organisation }: { seal: SealSettings; organisation: string }) {
  const [isUploading, setUploading] = useState(false)
  const requesting = useMutation(requestCertificateMutation)
  const making = useMutation({ ...makeOwnCertificateMutation, onSuccess: () => focusPageTitle() })
  return (
    <Columns min={17}>
      <CertificateOption
        title="Pedir un certificado"
        action="Descargar la petición"
        pending={requesting.isPending}
        onClick={() => requesting.mutate()}
      >
        {seal.isRequested
          ? 'Hay una petición pendiente. Envíela a la autoridad certificadora y suba aquí el certificado que devuelva.'
          : `El servidor hace, a nombre de ${organisation || 'la organización'}, una petición (PKCS #10). Envíela a una autoridad certificadora y suba aquí el certificado que devuelva. Los lectores de PDF muestran qué organización sella.`}
      </CertificateOption>
      <CertificateOption title="Subir un certificado" action="Subir un certificado" onClick={() => setUploading(true)}>
        Suba la respuesta de la autoridad, un archivo P12, o un PEM con su clave. La clave se guarda cifrada y no se
        puede descargar.
      </CertificateOption>
      {!seal.source && (
        <CertificateOption
          title="Usar uno propio"
          action="Crear un certificado propio"
          pending={making.isPending}
          onClick={() => making.mutate()}
        >
          El servidor crea un certificado que dura cinco años. Los lectores de PDF comprueban que nadie cambió el
          documento, pero dicen «identidad desconocida»: ninguna autoridad confirma de quién es.
        </CertificateOption>
      )}
      {isUploading && <SealUploadDialog onClose={() => setUploading(false)} />}
    </Columns>
  )
}

interface OptionProps {
  title: string
  /** Label of the button. */
  action: string
  pending?: boolean
  onClick: () => void
  children: ReactNode
}

function CertificateOption({ title, action, children, ...button }: OptionProps) {
  return (
    <Panel title={title}>
      <Stack>
        <p>{children}</p>
        <Cluster>
          <Button variant="primary" {...button}>
            {action}
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}
