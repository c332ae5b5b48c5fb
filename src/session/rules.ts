import { zodResolver } from '@hookform/resolvers/zod'
import { credentials, registration } from '../domain/users/user.ts'

/** In a file of their own: the sign-in and the registration are there before the schemas are. */
export const resolveCredentials = zodResolver(credentials)
export const resolveRegistration = zodResolver(registration)
