import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { notFound, useLocation, useParams } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { allFormatsQuery } from '../../../../formats/admin-queries.ts'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { dashboardQuery } from '../../../../requests/queries.ts'
import { AutosavedSettings } from '../../../../settings/autosaved-settings.tsx'
import { MailTestPanel } from '../../../../settings/mail-test-panel.tsx'
import { OrganisationSettings } from '../../../../settings/organisation-settings.tsx'
import { PaperSettings } from '../../../../settings/paper-settings.tsx'
import { ProfileFieldsPanel } from '../../../../settings/profile-fields-panel.tsx'
import { settingsQuery } from '../../../../settings/queries.ts'
import { SealSection } from '../../../../settings/seal-section.tsx'
import { SettingField, TextSetting, useSetting } from '../../../../settings/setting-field.tsx'
import { SettingsHeader } from '../../../../settings/settings-header.tsx'
import { SignatoriesPanel } from '../../../../settings/signatories-panel.tsx'
import { UndeliveredMails } from '../../../../settings/undelivered-mails.tsx'
import { RadioGroup } from '../../../../ui/form/radio-group.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { administratorsQuery } from '../../../../users/queries.ts'

interface Section {
  title: string
  description: string
  Content: ComponentType<{ settings: Settings }>
}

const sections: Readonly<Record<string, Section>> = {
  organisation: {
    title: 'Organización',
    description: 'Aparece en el membrete de los documentos y en los correos. Cada cambio se guarda solo.',
    Content: autosaved(OrganisationSettings),
  },
  registration: {
    title: 'Registro',
    description: 'Un administrador debe activar cada cuenta nueva. Cada cambio se guarda solo.',
    Content: autosaved(RegistrationSettings),
  },
  paper: {
    title: 'Papel',
    description: 'Cada formato puede cambiarlo; los documentos ya generados no cambian. Cada cambio se guarda solo.',
    Content: autosaved(PaperSettings),
  },
  'profile-fields': {
    title: 'Datos del perfil',
    description:
      'Otros datos de cada persona, como su cargo o su documento. Los formularios pueden tomarlos de aquí. Solo los ven la propia persona y los administradores.',
    Content: ProfileFieldsPanel,
  },
  signatories: {
    title: 'Firmantes',
    description:
      'Personas que firman los documentos. Si hay una sola, firma todo; si hay varias, marque en cada una sus formatos.',
    Content: Signatories,
  },
  seal: {
    title: 'Firma electrónica',
    description:
      'Sello de la organización en los documentos definitivos y anulados. Los lectores de PDF muestran quién los emitió y si alguien los cambió.',
    Content: SealSection,
  },
  mail: {
    title: 'Correo',
    description: 'Lleva los códigos, las invitaciones y los avisos. El servidor de correo se define al instalar.',
    Content: MailTest,
  },
}

const from = '/app/settings/$section'

export function SectionPage() {
  const name = useParams({ from }).section
  const { data: settings } = useSuspenseQuery(settingsQuery())
  useRealtimeUpdates('settings', 'signatories')
  useFocusOnField()
  const section = sections[name]
  if (!section || !Object.hasOwn(sections, name)) throw notFound()
  const { title, description, Content } = section
  return (
    <Stack key={name}>
      <SettingsHeader title={title} description={description} />
      <Content settings={settings} />
    </Stack>
  )
}

/** Moves focus to the setting in the URL, if the user followed a search result. */
function useFocusOnField() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus()
  }, [hash])
}

function autosaved(Inputs: ComponentType) {
  return function Autosaved({ settings }: { settings: Settings }) {
    return (
      <>
        <AutosavedSettings settings={settings}>
          <Inputs />
        </AutosavedSettings>
        <HistoryPanel subject="settings" subjectId={settings.id} title="Historial de los ajustes y las copias" />
      </>
    )
  }
}

function MailTest() {
  const { admin } = useQuery(dashboardQuery).data ?? {}
  if (!admin) return null
  const { mail } = admin.setup
  return (
    <>
      {mail.undelivered > 0 && <UndeliveredMails count={mail.undelivered} />}
      <Panel>
        <MailTestPanel mail={mail} />
      </Panel>
    </>
  )
}

function Signatories() {
  const { data: formats = [] } = useQuery(allFormatsQuery)
  const { data: people = [] } = useQuery(administratorsQuery)
  return <SignatoriesPanel formats={formats} people={people} />
}

const registrations = [
  { value: 'open', label: 'Abierto', help: 'Cualquier persona puede registrarse.' },
  { value: 'closed', label: 'Cerrado', help: 'Solo ingresan las personas invitadas.' },
] as const

function RegistrationSettings() {
  const { value, changeNow } = useSetting('registration')
  return (
    <Panel>
      <SettingField name="registration" group>
        <RadioGroup name="registration" value={value} onChange={changeNow} options={registrations} />
      </SettingField>
      <TextSetting
        name="allowedDomains"
        optional
        help="Separados por coma, por ejemplo: empresa.com, filial.com.co. Déjelo vacío para aceptar cualquier correo."
      />
    </Panel>
  )
}
