import { mutationOptions } from '@tanstack/react-query'
import type { Settings, SettingsInput } from '../domain/settings/settings.ts'
import type { MailTest } from '../domain/settings/settings-output.ts'
import type { ProfileField } from '../domain/users/profile.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'

// Separate from the settings query, which all pages load.

/** Updates the given settings. `logo`: a new file; `null` removes it; if missing, it is unchanged. */
export const saveSettingsMutation = mutationOptions({
  mutationKey: ['settings', 'save'],
  mutationFn: ({ id, ...change }: Partial<SettingsInput> & { id: string; logo?: File | null }) =>
    pb.collection('settings').update<Settings>(id, change),
  meta: { success: 'Ajustes guardados.', quiet: true },
})

/** Saves the list of profile fields. Refused if the settings changed since the version `updated`; then they are read again. */
export const saveProfileFieldsMutation = mutationOptions({
  mutationKey: ['settings', 'profileFields'],
  mutationFn: ({ id, updated, profileFields }: Pick<Settings, 'id' | 'updated'> & { profileFields: ProfileField[] }) =>
    pb.collection('settings').update<Settings>(id, { profileFields }, { query: { updated } }),
  onError: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  meta: { success: 'Datos del perfil guardados.', quiet: true },
})

/** Sends a mail to the user's own address and returns the answer of the mail server. */
export const testMailMutation = mutationOptions({
  mutationKey: ['settings', 'mail'],
  mutationFn: () => pb.send<MailTest>('/api/app/mail/test', { method: 'POST' }),
  meta: { quiet: true, invalidates: [['requests', 'dashboard'], ['settings']] },
})

/** Sends the undelivered mails again, or deletes them. */
export const changeUndeliveredMailsMutation = (action: 'retry' | 'discard') =>
  mutationOptions({
    mutationKey: ['settings', 'mail', action],
    mutationFn: () => pb.send<void>(`/api/app/mail/${action}`, { method: 'POST' }),
    meta: {
      success: action === 'retry' ? 'Los correos se envían en un minuto.' : 'Correos descartados.',
      invalidates: [['requests', 'dashboard'], ['settings']],
    },
  })
