import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusTitle } from '../ui/page-title.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { AuthScreen } from './auth-screen.tsx'

/** After the code: what is done and whom one waits for. */
export function WhatNext({ email }: { email: string }) {
  // It takes the place of the form that had the focus, under the same address.
  useEffect(() => focusTitle(), [])
  return (
    <AuthScreen
      title="Correo confirmado"
      lead={
        <>
          Ahora un administrador activará su cuenta y se lo avisaremos por correo. Desde entonces podrá ingresar con{' '}
          <strong>{email}</strong> y la contraseña que eligió.
        </>
      }
      foot={<Link to="/auth/login">Ir al inicio de sesión</Link>}
    >
      <Stepper label="Pasos del registro" steps={['Registro', 'Correo', 'Activación']} current={2} />
    </AuthScreen>
  )
}
