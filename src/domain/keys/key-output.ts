import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'
import { keyScopes } from './key-scope.ts'

/** API key as shown to administrators, without its secret. The secret is shown once and never stored. */
export const keyOutputSchema = defineObject('Key', {
  id: z.string(),
  name: z.string(),
  /** First characters of the secret, so that users can identify the key. */
  hint: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Id of the user account whose rights the key has. */
  user: z.string(),
  userName: z.string(),
  userIsActive: z.boolean(),
  createdByName: z.string(),
  created: z.string(),
  /** Last valid day (`YYYY-MM-DD`); empty if the key does not expire. */
  expires: z.string(),
  isExpired: z.boolean(),
  /** Time when the account's owner created or confirmed the key. Empty if unconfirmed; such keys are rejected. */
  confirmed: z.string(),
  revoked: z.string(),
  lastUsed: z.string(),
})
export interface Key extends z.infer<typeof keyOutputSchema> {}

export const createdKeySchema = defineObject('CreatedKey', {
  id: z.string(),
  secret: z.string(),
  /** True if the account owner must still confirm the key. */
  isPending: z.boolean(),
})
export interface CreatedKey extends z.infer<typeof createdKeySchema> {}
