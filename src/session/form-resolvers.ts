import { zodResolver } from '@hookform/resolvers/zod'
import { credentialsSchema, registrationSchema } from '../domain/users/user.ts'

/** Separate module, loaded on demand, because the schemas would delay the first paint of sign-in and registration. */
export const credentialsResolver = zodResolver(credentialsSchema)
export const registrationResolver = zodResolver(registrationSchema)
