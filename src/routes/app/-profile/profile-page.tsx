import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ManagerName } from '../../../groups/manager-name.tsx'
import { SubstitutionList } from '../../../groups/substitution-list.tsx'
import { userSearchQuery } from '../../../groups/user-search-query.ts'
import { ApiKeyTable } from '../../../keys/api-key-table.tsx'
import { NewApiKeyDialog } from '../../../keys/new-api-key-dialog.tsx'
import { OpenApiLink } from '../../../keys/open-api-link.tsx'
import { apiKeyListQuery } from '../../../keys/queries.ts'
import { createValidationContext } from '../../../lib/validation-context.ts'
import { MailPreferences } from '../../../notices/mail-preferences.tsx'
import { ChangePasswordForm } from '../../../session/account/change-password-form.tsx'
import { EndSessionsPanel } from '../../../session/account/end-sessions-panel.tsx'
import { LinkedAccountsPanel } from '../../../session/account/linked-accounts-panel.tsx'
import { ProfileForm } from '../../../session/account/profile-form.tsx'
import { SecondFactorPanel } from '../../../session/account/second-factor-panel.tsx'
import { ThemeSwitch } from '../../../session/account/theme-switch.tsx'
import { useUser } from '../../../session/use-user.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DescriptionList } from '../../../ui/data/description-list.tsx'
import { PageHeader, Panel, Stack } from '../../../ui/page/layout.tsx'
import { OwnDataButtons } from './own-data-buttons.tsx'
import { OwnValues } from './own-values.tsx'

export function ProfilePage() {
  const user = useUser()
  const { data: settings } = useQuery(settingsQuery())
  const isAdmin = user.role === '_admin'
  const { data: people } = useQuery({ ...userSearchQuery(''), enabled: !isAdmin })
  const fields = settings?.profileFields ?? []
  return (
    <div style={{ maxWidth: '44rem' }}>
      <Stack gap={5}>
        <PageHeader title="Mi perfil" description={user.email} />
        <Panel title="Datos personales">
          <Stack>
            <ProfileForm user={user} />
            <DescriptionList items={[{ term: 'Jefe inmediato', value: <ManagerName user={user} /> }]} />
          </Stack>
        </Panel>
        {settings && fields.length > 0 && (
          <Panel
            title="Datos para sus solicitudes"
            description="Se usan para completar sus formularios. Solo los ven usted y los administradores."
          >
            <OwnValues user={user} settings={settings} />
          </Panel>
        )}
        <OwnSubstitutionsPanel person={user.id} today={settings && createValidationContext(settings).today} />
        <Panel
          title="Avisos por correo"
          description="En la aplicación los ve siempre. Por correo llega como máximo uno de cada tipo cada cinco minutos. El resumen sale a las 7:00."
        >
          <MailPreferences isAdmin={isAdmin} decides={people?.decides === true} />
        </Panel>
        <OwnApiKeysPanel user={user} today={settings && createValidationContext(settings).today} />
        <Panel title="Contraseña" description="Al cambiarla, sus otras sesiones se cierran; esta sigue abierta.">
          <ChangePasswordForm user={user} />
        </Panel>
        <SecondFactorPanel user={user} />
        <LinkedAccountsPanel user={user} />
        <Panel title="Sesiones" description="Si dejó su cuenta abierta en otro equipo o cree que alguien más la usa.">
          <EndSessionsPanel />
        </Panel>
        <Panel
          title="Mis datos"
          description="Un archivo JSON con lo que el servidor guarda sobre usted: cuenta, solicitudes, decisiones, firmas, avisos e historial. Hasta cinco veces al día."
        >
          <OwnDataButtons userId={user.id} />
        </Panel>
        <Panel title="Tema" description="Se guarda en este navegador.">
          <ThemeSwitch name="theme-profile" />
        </Panel>
      </Stack>
    </div>
  )
}

/** Panel of the user's substitutes; hidden unless the user is an approver. */
function OwnSubstitutionsPanel({ person, today }: { person: string; today: string | undefined }) {
  const { data } = useQuery(userSearchQuery(''))
  if (!data?.decides) return null
  return (
    <Panel title="Quién decide por mí" description="Si se ausenta, otra persona puede decidir en su lugar.">
      <SubstitutionList person={person} today={today} />
    </Panel>
  )
}

function OwnApiKeysPanel({ user, today }: { user: { id: string; email: string }; today: string | undefined }) {
  const { data = [] } = useQuery(apiKeyListQuery)
  const [isMaking, setMaking] = useState(false)
  const own = data.filter((key) => key.user === user.id)
  return (
    <Panel
      title="Claves de mi cuenta"
      description="Con una clave, un programa actúa en su nombre. Las claves creadas por un administrador funcionan cuando usted las confirma."
    >
      <Stack>
        <OpenApiLink />
        {own.length > 0 && <ApiKeyTable keys={own} me={user.id} />}
        <div>
          <Button icon="plus" onClick={() => setMaking(true)}>
            Nueva clave
          </Button>
        </div>
      </Stack>
      {isMaking && <NewApiKeyDialog email={user.email} isOwn today={today} onClose={() => setMaking(false)} />}
    </Panel>
  )
}
