import { createFileRoute } from '@tanstack/react-router'
import { EmailCheckScreen } from '../../../session/sign-in/email-check-screen.tsx'

export const Route = createFileRoute('/auth/register/check')({ component: EmailCheckScreen })
