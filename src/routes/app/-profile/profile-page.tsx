import { useMutation, useQuery } from '@tanstack/react-query'
import type { Value } from '../../../domain/fields/field.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import type { User } from '../../../domain/users/user.ts'
import { OwnSubstitutes } from '../../../groups/own-substitutes.tsx'
import { peopleFound } from '../../../groups/people-found.ts'
import { OwnKeys } from '../../../keys/own-keys.tsx'
import { contextIn } from '../../../lib/context.ts'
import { MailChoiceList } from '../../../notices/mail-choices.tsx'
import { saveProfile } from '../../../session/account.ts'
import { EndSessions } from '../../../session/end-sessions.tsx'
import { PasswordForm } from '../../../session/password-form.tsx'
import { ProfileForm } from '../../../session/profile-form.tsx'
import { ThemeSwitch } from '../../../session/theme-switch.tsx'
import { useUser } from '../../../session/use-user.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useProfileValues } from '../../../users/profile-values.tsx'
import s from '../-shell/profile.module.css'

export function ProfilePage() {
  const user = useUser()
  const { data: settings } = useQuery(settingsRow())
  const isAdmin = user.role === '_admin'
  const { data: people } = useQuery({ ...peopleFound(''), enabled: !isAdmin })
  const fields = settings?.profileFields ?? []
  return (
    <div className={s.page}>
      <Stack gap={5}>
        <PageHeader title="Mi perfil" description={user.email} />
        <Panel title="Datos personales">
          <ProfileForm user={user} />
        </Panel>
        {settings && fields.length > 0 && (
          <Panel
            title="Datos para sus solicitudes"
            description="Los formularios que los piden los toman de aquí. Solo los ven usted y los administradores."
          >
            <OwnValues user={user} settings={settings} />
          </Panel>
        )}
        <OwnSubstitutes person={user.id} today={settings && contextIn(settings).today} />
        <Panel
          title="Avisos por correo"
          description="En la aplicación los ve siempre. Por correo llega como máximo uno de cada tipo cada cinco minutos. El resumen sale a las 7:00."
        >
          <MailChoiceList isAdmin={isAdmin} decides={people?.decides === true} />
        </Panel>
        <OwnKeys user={user} today={settings && contextIn(settings).today} />
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

function OwnValues({ user, settings }: { user: User; settings: Settings }) {
  const saving = useMutation({
    mutationKey: ['users'],
    mutationFn: (profile: Record<string, Value | null>) => saveProfile(user, { profile }),
    meta: { success: 'Datos guardados.', quiet: true },
  })
  const fields = settings.profileFields ?? []
  const { inputs, frame } = useProfileValues({
    fields,
    profile: user.profile,
    context: contextIn(settings),
    onSave: saving.mutateAsync,
  })
  return (
    <div className={s.form}>
      <Stack>
        <FormFrame id="own-values" {...frame}>
          {inputs}
        </FormFrame>
        {fields.some(({ own }) => own) && (
          <div>
            <Button type="submit" form="own-values" pending={saving.isPending}>
              Guardar los datos
            </Button>
          </div>
        )}
      </Stack>
    </div>
  )
}
