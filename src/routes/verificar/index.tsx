import { createFileRoute } from '@tanstack/react-router'
import { VerificationScreen } from '../../documents/verification-screen.tsx'

export const Route = createFileRoute('/verificar/')({ component: () => <VerificationScreen /> })
