import { createFileRoute } from '@tanstack/react-router'
import { EndSessions } from '../../session/end-sessions.tsx'
import { PasswordForm } from '../../session/password-form.tsx'
import { ProfileForm } from '../../session/profile-form.tsx'
import { ThemeSwitch } from '../../session/theme-switch.tsx'
import { useUser } from '../../session/use-user.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import s from './-shell/profile.module.css'

export const Route = createFileRoute('/app/profile')({ component: Profile })

function Profile() {
  const user = useUser()
  return (
    <div className={s.page}>
      <Stack gap={5}>
        <PageHeader title="Mi perfil" description={user.email} />
        <Panel title="Datos personales">
          <ProfileForm user={user} />
        </Panel>
        <Panel title="Contraseña" description="Al cambiarla, sus otras sesiones se cierran; esta sigue abierta.">
          <PasswordForm user={user} />
        </Panel>
        <Panel title="Sesiones" description="Si dejó su cuenta abierta en otro equipo o cree que alguien más la usa.">
          <EndSessions />
        </Panel>
        <Panel title="Tema" description="Se guarda en este navegador.">
          <ThemeSwitch name="theme-profile" />
        </Panel>
      </Stack>
    </div>
  )
}
