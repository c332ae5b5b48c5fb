import { mutationOptions } from '@tanstack/react-query'
import type { Settings, SettingsInput } from '../domain/settings/settings.ts'
import type { ProfileField } from '../domain/users/profile.ts'
import { pb } from '../lib/pb.ts'

// Apart from the query, because all pages load the query.

/** Updates the given settings. `logo`: a new file; `null` removes it; if missing, it is unchanged. */
export const saveSettingsMutation = () =>
  mutationOptions({
    mutationKey: ['settings', 'save'],
    mutationFn: ({ id, ...change }: Partial<SettingsInput> & { id: string; logo?: File | null }) =>
      pb.collection('settings').update<Settings>(id, change),
    meta: { success: 'Ajustes guardados.', quiet: true },
  })

export const saveProfileFieldsMutation = mutationOptions({
  mutationKey: ['settings', 'profileFields'],
  mutationFn: ({ id, profileFields }: { id: string; profileFields: ProfileField[] }) =>
    pb.collection('settings').update<Settings>(id, { profileFields }),
  meta: { success: 'Datos del perfil guardados.', quiet: true },
})
