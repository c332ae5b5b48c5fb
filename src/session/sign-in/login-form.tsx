import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessages } from '../../domain/errors.ts'
import type { InstallationStatus } from '../../domain/settings/settings.ts'
import { type Credentials, credentialsSchema } from '../../domain/users/user.ts'
import { getFieldError, getFormFrameProps, withMessages } from '../../lib/form-errors.ts'
import { installationQuery } from '../../lib/installation-query.ts'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { type PendingSignIn, signIn } from '../account.ts'
import s from './auth-screen.module.css'
import { AuthScreen } from './auth-screen.tsx'
import { formatSignInError } from './sign-in-error.ts'

const SignInCodeScreen = lazyComponent(() => import('./sign-in-code-screen.tsx').then((file) => file.SignInCodeScreen))

const resolver = withMessages<Credentials>(zodResolver(credentialsSchema))

const labels = { email: 'Correo electrónico', password: 'Contraseña' }

interface Props {
  /** Reason why the previous session ended, unless the user signed out. */
  ended?: 'ended' | 'inactive' | undefined
  onIn: () => void
}

export function LoginForm({ ended, onIn }: Props) {
  const { data: status } = useQuery(installationQuery)
  const form = useForm<Credentials>({ resolver, defaultValues: { email: '', password: '' } })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const refusal = errors.root?.message ?? ''
  const refuse = (message: string) => form.setError('root', { message })
  const fail = (error: Error) => refuse(error.message)
  async function enter(values: Credentials) {
    await signIn(values).then((pending) => (pending ? setPending(pending) : onIn()), fail)
  }
  const openProvider = (name: string) =>
    import('../single-sign-on.ts').then((file) => file.openProvider(name)).catch(fail)
  const isForAdmins = status?.passwordSignIn === 'admins'
  const providers = status?.providers.map(({ name, displayName }) => (
    <Button key={name} variant={isForAdmins ? 'primary' : 'secondary'} onClick={() => void openProvider(name)}>
      Ingresar con {displayName}
    </Button>
  ))
  if (pending)
    return (
      <Suspense>
        <SignInCodeScreen pending={pending} onIn={onIn} onCancel={() => setPending(null)} />
      </Suspense>
    )
  return (
    <AuthScreen title="Iniciar sesión" foot={getRegistrationHint(status)}>
      {status && !status.setup && (
        <Notice tone="warning" title="Esta instalación todavía no tiene administrador.">
          Abra el enlace que el servidor mostró en su consola al arrancar.
        </Notice>
      )}
      {ended === 'ended' && !refusal && (
        <Notice tone="info">Su sesión terminó. Inicie sesión para volver a donde estaba.</Notice>
      )}
      {ended === 'inactive' && !refusal && (
        <Notice tone="danger">{formatSignInError(new Error(errorMessages['user.inactive']))}</Notice>
      )}
      <FormFrame
        {...getFormFrameProps(form, labels)}
        // If scripts fail, the form is sent by POST, so that the password never appears in a URL.
        method="post"
        onSubmit={handleSubmit(enter)}
      >
        {refusal.endsWith(errorMessages['user.inactive']) && (
          <p className="text-tertiary">
            Si aún no ha confirmado su correo, <Link to="/auth/register/check">pida un código y confírmelo</Link>. Si ya
            lo confirmó, espere el aviso de activación.
          </p>
        )}
        {isForAdmins && (
          <>
            {providers}
            <p className="text-tertiary">Ingresar con contraseña (administradores)</p>
          </>
        )}
        <FormField label={labels.email} name="email" error={getFieldError(errors, 'email')}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </FormField>
        <FormField label={labels.password} name="password" error={getFieldError(errors, 'password')}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </FormField>
        <Link to="/auth/recover" className={s.aside}>
          ¿Olvidó su contraseña?
        </Link>
        <Button type="submit" variant={isForAdmins ? 'secondary' : 'primary'} pending={isSubmitting}>
          Iniciar sesión
        </Button>
        {!isForAdmins && providers}
      </FormFrame>
      {globalThis.isSecureContext === false && (
        <p className="text-tertiary">
          Esta dirección no usa una conexión segura (https): si recarga la página tendrá que iniciar sesión de nuevo.
        </p>
      )}
    </AuthScreen>
  )
}

function getRegistrationHint(status: InstallationStatus | undefined): ReactNode {
  if (status?.setup === false || status?.passwordSignIn === 'admins') return undefined
  if (status?.registration === 'closed')
    return 'El registro está cerrado. Si necesita una cuenta, pídala al administrador.'
  return (
    <>
      ¿No tiene cuenta? <Link to="/auth/register">Crear una cuenta</Link>
    </>
  )
}
