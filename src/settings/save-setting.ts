import { type Settings, settingsSchema } from '../domain/settings/settings.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { describeError } from '../lib/api-error.ts'
import { getFieldErrors } from '../lib/form-errors.ts'
import { pb } from '../lib/pb.ts'
import { queryClient, reportUnauthorized } from '../lib/query-client.ts'
import { settingsQuery } from './queries.ts'
import { InvalidSettingError, type SettingValue } from './settings-autosave.ts'
import type { SettingName } from './settings-labels.ts'

export const getLogoUrl = (settings: Settings) =>
  settings.logo && pb.files.getURL({ ...settings, collectionName: 'settings' }, settings.logo)

/** Writes one setting and nothing else. Returns the value before; `undefined` if it was the same. */
export async function saveSetting(
  loaded: Settings,
  name: SettingName,
  value: SettingValue,
): Promise<SettingValue | undefined> {
  const { queryKey } = settingsQuery()
  const settings = queryClient.getQueryData(queryKey) ?? loaded
  const valid = name === 'logo' ? value : validateSetting(name, value)
  const before = name === 'logo' ? await loadLogo(settings) : settings[name]
  if (valid === before) return undefined
  const saved = await pb.collection('settings').update<Settings>(loaded.id, { [name]: valid })
  // Cancels a refetch that started before the save, because its result is older.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (now) => now && { ...now, [name]: saved[name] })
  return before
}

function validateSetting(name: Exclude<SettingName, 'logo'>, value: SettingValue): SettingValue {
  const result = settingsSchema.shape[name].safeParse(value)
  if (!result.success) throw new InvalidSettingError(result.error.issues[0]?.message)
  return result.data
}

/** Downloads the stored logo, so that its removal can be undone; `null` if there is none. Throws if it cannot be downloaded. */
async function loadLogo(settings: Settings): Promise<File | null> {
  const url = getLogoUrl(settings)
  if (!url) return null
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The logo answers ${response.status}`)
  return new File([await response.blob()], settings.logo)
}

export function describeSettingError(name: SettingName, error: unknown): string {
  if (error instanceof InvalidSettingError) return getErrorMessage(error.message)
  reportUnauthorized(error)
  return getFieldErrors(error)[name] ?? describeError(error)
}
