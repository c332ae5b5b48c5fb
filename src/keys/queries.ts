import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { KeyInput } from '../domain/keys/key-input.ts'
import type { CreatedKey, Key } from '../domain/keys/key-output.ts'
import { pb } from '../lib/pb.ts'

const path = '/api/app/keys'

export const apiKeyListQuery = queryOptions({
  queryKey: ['keys', 'list'],
  queryFn: async () => (await pb.send<{ items: Key[] }>(path, { method: 'GET' })).items,
  // Always stale, because API calls change the time of a key's last use.
  staleTime: 0,
})

export const createApiKeyMutation = mutationOptions({
  mutationKey: ['keys', 'create'],
  mutationFn: (key: KeyInput) => pb.send<CreatedKey>(path, { method: 'POST', body: key }),
  meta: { quiet: true, invalidates: [['keys'], ['events']] },
})

export const confirmApiKeyMutation = mutationOptions({
  mutationKey: ['keys', 'confirm'],
  mutationFn: (id: string) => pb.send<void>(`${path}/${id}/confirm`, { method: 'POST' }),
  meta: { success: 'Clave confirmada.', quiet: true, invalidates: [['keys'], ['events']] },
})

export const revokeApiKeyMutation = mutationOptions({
  mutationKey: ['keys', 'revoke'],
  mutationFn: (id: string) => pb.send<void>(`${path}/${id}/revoke`, { method: 'POST' }),
  meta: { success: 'Clave revocada.', quiet: true, invalidates: [['keys'], ['events']] },
})
