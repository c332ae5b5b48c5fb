import { createFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '../../documents/check-screen.tsx'

export const Route = createFileRoute('/verificar/')({ component: () => <CheckScreen /> })
