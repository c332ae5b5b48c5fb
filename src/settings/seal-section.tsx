import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorMessages } from '../domain/errors.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { SealSettings } from '../domain/settings/settings-output.ts'
import { HistoryPanel } from '../history/history-panel.tsx'
import { downloadFile } from '../lib/download-file.ts'
import { Button } from '../ui/actions/button.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { CollapsiblePanel } from '../ui/page/collapsible-panel.tsx'
import { Cluster, Columns, focusPageTitle, Panel, Stack } from '../ui/page/layout.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { SealCertificatePanel } from './seal-certificate-panel.tsx'
import { changeSealMutation, sealQuery } from './seal-queries.ts'
import { SealUploadDialog } from './seal-upload-dialog.tsx'

/** Certificate of the seal, and the options to get one. */
export function SealSection({ settings }: { settings: Settings }) {
  const { data: seal } = useSuspenseQuery(sealQuery)
  const [isChanging, setChanging] = useState(false)
  const { source, canStore } = seal
  // A key in the environment variables excludes a stored certificate and its request.
  const request = source === 'environment' || source === 'remote' ? '' : seal.request
  const isEmpty = !source && !request
  const options = <CertificateOptions seal={seal} organisation={settings.organisationName} />
  return (
    <>
      {source && <SealCertificatePanel seal={seal} source={source} />}
      {request && <CertificateRequestPanel request={request} />}
      {isEmpty && (canStore ? options : <Notice tone="warning">{errorMessages['seal.secret']}</Notice>)}
      {(source === 'stored' || request) && canStore && (
        <CollapsiblePanel
          title={source ? 'Cambiar el certificado' : 'Otras maneras'}
          icon="key"
          open={isChanging}
          onOpenChange={setChanging}
        >
          {options}
        </CollapsiblePanel>
      )}
      <HistoryPanel subject="settings" subjectId={settings.id} title="Historial de los ajustes y las copias" />
    </>
  )
}

function CertificateOptions({ seal, organisation }: { seal: SealSettings; organisation: string }) {
  const [asked, setAsked] = useState<'upload' | 'own'>()
  const requesting = useMutation({ ...changeSealMutation('request'), onSuccess: () => focusPageTitle() })
  const making = useMutation({ ...changeSealMutation('own'), onSuccess: () => focusPageTitle() })
  const { certificate, request } = seal
  return (
    <Columns min={17}>
      {!request && (
        <CertificateOption
          title="Pedir un certificado"
          action="Crear la petición"
          pending={requesting.isPending}
          onClick={() => requesting.mutate()}
        >
          El servidor genera la clave y una petición (PKCS #10) a nombre de {organisation || 'la organización'}. Una
          autoridad certificadora devuelve el certificado, y los lectores de PDF muestran qué organización sella.
        </CertificateOption>
      )}
      <CertificateOption title="Subir un certificado" action="Subir un certificado" onClick={() => setAsked('upload')}>
        Si ya tiene un certificado, suba el archivo P12, o el PEM con su clave. La clave se guarda cifrada y no se puede
        descargar.
      </CertificateOption>
      <CertificateOption
        title="Usar uno propio"
        action="Crear un certificado propio"
        pending={making.isPending}
        onClick={() => (certificate ? setAsked('own') : making.mutate())}
      >
        El servidor crea un certificado que dura cinco años. Los lectores de PDF comprueban que nadie cambió el
        documento, pero dicen «identidad desconocida»: ninguna autoridad confirma de quién es.
      </CertificateOption>
      {asked === 'upload' && <SealUploadDialog onClose={() => setAsked(undefined)} />}
      {asked === 'own' && (
        <MutationDialog
          danger
          onClose={() => setAsked(undefined)}
          mutation={changeSealMutation('own')}
          variables={undefined}
          title="¿Cambiar a un certificado propio?"
          confirmLabel="Crear un certificado propio"
        >
          La clave del certificado de {certificate?.holder} se borra de este servidor y no se puede recuperar. Los
          documentos ya sellados no cambian.
        </MutationDialog>
      )}
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

/** Pending request of a certificate, with the two steps that follow. */
function CertificateRequestPanel({ request }: { request: string }) {
  const [asked, setAsked] = useState<'upload' | 'again'>()
  const close = () => setAsked(undefined)
  return (
    <Panel
      title="Petición pendiente"
      actions={
        <>
          <Button
            icon="download"
            onClick={() => downloadFile(new Blob([request], { type: 'application/pkcs10' }), 'peticion.csr')}
          >
            Descargar la petición
          </Button>
          <Button variant="primary" icon="upload" onClick={() => setAsked('upload')}>
            Subir la respuesta
          </Button>
        </>
      }
    >
      <Stack>
        <p>
          Descargue la petición y envíela a la autoridad certificadora. Cuando le devuelva el certificado, súbalo aquí.
          La clave no sale del servidor.
        </p>
        <Cluster>
          <Button variant="quiet" icon="refresh" onClick={() => setAsked('again')}>
            Crear otra petición
          </Button>
        </Cluster>
      </Stack>
      {asked === 'upload' && <SealUploadDialog isAnswer onClose={close} />}
      {asked === 'again' && (
        <MutationDialog
          danger
          onClose={close}
          mutation={changeSealMutation('request')}
          variables={undefined}
          title="¿Crear otra petición?"
          confirmLabel="Crear otra petición"
        >
          La petición actual se borra con su clave: el certificado que la autoridad devuelva para ella no servirá.
        </MutationDialog>
      )}
    </Panel>
  )
}
