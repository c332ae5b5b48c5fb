import { zodResolver } from '@hookform/resolvers/zod'
import { credentials, registration } from '../domain/users/user.ts'

/** Separate module, loaded on demand, because the schemas would delay the first paint of sign-in and registration. */
export const resolveCredentials = zodResolver(credentials)
export const resolveRegistration = zodResolver(registration)
