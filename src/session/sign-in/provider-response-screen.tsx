import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { describeError, getErrorCode, isApiError } from '../../lib/api-error.ts'
import { Notice } from '../../ui/state/screen-states.tsx'
import { completeProviderSignIn, isLinkingAccount, type ProviderResponse } from '../single-sign-on.ts'
import { AuthScreen } from './auth-screen.tsx'

interface Props {
  response: ProviderResponse
  onIn: (redirect: string | undefined) => void
}

/** Screen to which a provider of single sign-on sends the browser. */
export function ProviderResponseScreen({ response, onIn }: Props) {
  const [isLinking] = useState(isLinkingAccount)
  const { data, error, isSuccess } = useQuery({
    queryKey: ['sso', response],
    queryFn: async () => ({ redirect: await completeProviderSignIn(response) }),
    // The response of a provider is valid once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigates once
  useEffect(() => {
    if (isSuccess) onIn(data.redirect)
  }, [isSuccess])
  if (!error) return <AuthScreen title={isLinking ? 'Vinculando la cuenta…' : 'Ingresando…'} />
  const isPending = getErrorCode(error) === 'sso.pending'
  return (
    <AuthScreen
      title={isPending ? 'Cuenta por activar' : 'No se pudo completar'}
      foot={<Link to="/auth/login">Volver al inicio</Link>}
    >
      <Notice tone={isPending ? 'info' : 'danger'} live>
        {isApiError(error) ? describeError(error) : error.message}
      </Notice>
    </AuthScreen>
  )
}
