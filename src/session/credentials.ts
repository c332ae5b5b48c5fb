import { zodResolver } from '@hookform/resolvers/zod'
import { credentials } from '../domain/user.ts'

/** In a file of its own: the sign-in page paints before the schemas are there. */
export const resolveCredentials = zodResolver(credentials)
