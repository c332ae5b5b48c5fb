import type { FormatInput } from './format.ts'

/** Settings that are stored with each version, with their values in a format that does not set them. */
export const defaultSettings = {
  signatures: [],
  paper: {},
  makesFinal: false,
  asksPassword: false,
  delivery: {},
  signing: {},
  verification: {},
  external: {},
  route: [],
} as const satisfies Partial<FormatInput>
export type VersionSetting = keyof typeof defaultSettings
export const settingNames = Object.keys(defaultSettings) as VersionSetting[]

/** Returns the settings of a format or version, with defaults for missing ones. */
export const getSettings = (from: Partial<Record<VersionSetting, unknown>>): Pick<FormatInput, VersionSetting> =>
  Object.fromEntries(settingNames.map((name) => [name, from[name] ?? defaultSettings[name]]))
