import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Credentials, credentials } from '../domain/user.ts'
import { errorOf } from '../lib/form.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import s from './auth-screen.module.css'
import { AuthScreen } from './auth-screen.tsx'
import { installation } from './queries.ts'
import { refusalOf, signIn } from './sign-in.ts'

interface Props {
  /** The session before this one ended by itself. */
  ended: boolean
  onIn: () => void
}

export function LoginForm({ ended, onIn }: Props) {
  const { data: status } = useQuery(installation)
  const [refusal, setRefusal] = useState('')
  const { register, handleSubmit, formState } = useForm<Credentials>({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  async function enter(values: Credentials) {
    setRefusal('')
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
      {ended && !refusal && <Notice tone="info">Su sesión terminó. Inicie sesión para volver a donde estaba.</Notice>}
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      <form className={s.form} onSubmit={(event) => void handleSubmit(enter)(event)} noValidate>
        <Field label="Correo electrónico" name="email" error={errorOf(errors, 'email')}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </Field>
        <Field label="Contraseña" name="password" error={errorOf(errors, 'password')}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Link to="/auth/recover" className={s.aside}>
          ¿Olvidó su contraseña?
        </Link>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Iniciar sesión
        </Button>
      </form>
      {!window.isSecureContext && (
        <p className={s.quiet}>
          Esta dirección no usa una conexión segura (https): si recarga la página tendrá que iniciar sesión de nuevo.
        </p>
      )}
    </AuthScreen>
  )
}
