import { zodResolver } from '@hookform/resolvers/zod'
import { credentialsSchema, registrationSchema } from '../../domain/users/user.ts'

/** Resolver of the sign-in form. Separate module, loaded later, because the schemas would delay the first paint. */
export const credentialsResolver = zodResolver(credentialsSchema)
export const registrationResolver = zodResolver(registrationSchema)
