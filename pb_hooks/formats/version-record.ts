import type { FormatInput } from '../../src/domain/formats/format.ts'
import {
  defaultSettings,
  getSettings,
  settingNames,
  type VersionSetting,
} from '../../src/domain/formats/version-settings.ts'
import { parseStoredJson } from '../lib/error-causes.ts'

/** Returns the latest published version of a format; `undefined` if it was never published. */
export function findVersionRecord(app: CoreApp, format: core.Record): core.Record | undefined {
  const key = { format: format.id, version: format.getInt('version') }
  return app.findRecordsByFilter('format_versions', 'format = {:format} && version = {:version}', '', 1, 0, key)[0]
}

/** Returns the settings that versions store, from a version or a working copy. Returns the defaults for `undefined`. */
export const readSettings = (from: core.Record | undefined): Pick<FormatInput, VersionSetting> =>
  getSettings(Object.fromEntries(settingNames.map((name) => [name, from && readSetting(from, name)])))

function readSetting(from: core.Record, name: VersionSetting): unknown {
  const otherwise: unknown = defaultSettings[name]
  return typeof otherwise === 'boolean' ? from.getBool(name) : parseStoredJson(from.getString(name), otherwise)
}
