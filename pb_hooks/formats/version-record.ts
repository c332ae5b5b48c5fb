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

/** Returns the settings that versions store, from a version or a working copy. Returns the defaults for `undefined` and for damaged values. */
export const readSettings = (from: core.Record | undefined) => parseSettings(from, parseStoredJson)

/** Returns the settings of a working copy to validate: also values of a wrong kind, which must not be replaced in silence. */
export const readUncheckedSettings = (from: core.Record) => parseSettings(from, (text) => JSON.parse(text || 'null'))

function parseSettings(from: core.Record | undefined, parse: (text: string, otherwise: unknown) => unknown) {
  const read = (name: VersionSetting) => {
    const otherwise: unknown = defaultSettings[name]
    return typeof otherwise === 'boolean' ? from?.getBool(name) : from && parse(from.getString(name), otherwise)
  }
  return getSettings(Object.fromEntries(settingNames.map((name) => [name, read(name)])))
}

/** Replaces the working copy by the published version in responses to users who are not administrators. */
export function replaceByPublishedFormat(e: core.RecordEnrichEvent) {
  const format = e.record
  const caller = e.requestInfo?.auth
  if (!format || caller?.isSuperuser() || caller?.getString('role') === '_admin') return e.next()
  const published = findVersionRecord(e.app, format)
  format.load({
    ...readSettings(published),
    fields: parseStoredJson(published?.getString('fields'), []),
    body: published?.getString('body') ?? '',
    edited: false,
    groups: [],
  })
  return e.next()
}
