import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusPageTitle } from '../../ui/page/layout.tsx'
import { Stepper } from '../../ui/page/stepper.tsx'
import { AuthScreen } from './auth-screen.tsx'

/** Screen shown after email confirmation: an administrator must now activate the account. */
export function AwaitingActivation({ email }: { email: string }) {
  // Moves focus to the title, because the focused form was removed.
  useEffect(() => focusPageTitle(), [])
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
