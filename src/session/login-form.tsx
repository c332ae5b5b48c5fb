import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { errors as sentences } from '../domain/errors.ts'
import type { Credentials } from '../domain/user.ts'
import { errorOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import s from './auth-screen.module.css'
import { AuthScreen } from './auth-screen.tsx'
import { useEarly } from './early.ts'
import { installation } from './installation.ts'
import { refusalOf } from './sign-in-refusal.ts'

// Neither the schemas nor the client stand in the way of the first paint: they are fetched when somebody starts typing.
const rules = () => import('./rules.ts')
const entrance = () => import('./sign-in.ts')
const warm = () => void Promise.all([rules(), entrance()]).catch(() => undefined)
const resolver: Resolver<Credentials> = async (...given) => (await rules()).resolveCredentials(...given)

interface Props {
  /** How the session before this one ended, if not by one's own hand. */
  ended?: 'ended' | 'inactive' | undefined
  onIn: () => void
}

export function LoginForm({ ended, onIn }: Props) {
  const { data: status } = useQuery(installation)
  const [refusal, setRefusal] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const controls = useForm<Credentials>({ resolver, defaultValues: { email: '', password: '' } })
  const { register, handleSubmit, formState } = controls
  const { errors, isSubmitting } = formState

  useEarly(controls, form)
  async function enter(values: Credentials) {
    setRefusal('')
    const { signIn } = await entrance()
    try {
      await signIn(values)
      onIn()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : refusalOf(error))
    }
  }
  return (
    <AuthScreen
      title="Iniciar sesión"
      foot={
        status?.registration === 'closed' ? (
          'El registro está cerrado. Si necesita una cuenta, pídala al administrador.'
        ) : (
          <>
            ¿No tiene cuenta? <Link to="/auth/register">Crear una cuenta</Link>
          </>
        )
      }
    >
      {status && !status.setup && (
        <Notice tone="warning" title="Esta instalación todavía no tiene administrador.">
          Abra el enlace que el servidor mostró al arrancar.
        </Notice>
      )}
      {ended === 'ended' && !refusal && (
        <Notice tone="info">Su sesión terminó. Inicie sesión para volver a donde estaba.</Notice>
      )}
      {ended === 'inactive' && !refusal && (
        <Notice tone="danger">{refusalOf(new Error(sentences['user.inactive']))}</Notice>
      )}
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      {refusal.endsWith(sentences['user.inactive']) && (
        <p className={s.quiet}>
          Si aún no ha confirmado su correo, <Link to="/auth/register/check">pida un código y confírmelo</Link>.
        </p>
      )}
      <form
        ref={form}
        className={s.form}
        // Whatever becomes of the scripts: no password in an address.
        method="post"
        onFocus={warm}
        onSubmit={(event) => void handleSubmit(enter)(event).catch(() => setRefusal(sentences.offline))}
        noValidate
      >
        <FormField label="Correo electrónico" name="email" error={errorOf(errors, 'email')}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </FormField>
        <FormField label="Contraseña" name="password" error={errorOf(errors, 'password')}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </FormField>
        <Link to="/auth/recover" className={s.aside}>
          ¿Olvidó su contraseña?
        </Link>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Iniciar sesión
        </Button>
      </form>
      {globalThis.isSecureContext === false && (
        <p className={s.quiet}>
          Esta dirección no usa una conexión segura (https): si recarga la página tendrá que iniciar sesión de nuevo.
        </p>
      )}
    </AuthScreen>
  )
}
