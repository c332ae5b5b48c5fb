import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '../../links/link-screen.tsx'

export const Route = createFileRoute('/d/')({ component: LinkScreen })
