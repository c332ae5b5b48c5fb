import { create } from 'zustand'
import type { SettingsInput } from '../domain/settings/settings.ts'
import { type Autosave, createAutosaver } from '../lib/autosave.ts'
import { isTransientError } from '../lib/retry.ts'
import { type SettingName, settingLabels } from './settings-labels.ts'

/** Values of the settings. The logo is a file, `null` if there is none. */
type SettingValues = SettingsInput & { logo: File | null }
export type SettingValue = SettingValues[SettingName]

/** Error of a value that breaks the rules of its setting, so that it was not sent. */
export class InvalidSettingError extends Error {}

interface State {
  /** Values that the inputs show instead of the stored ones. */
  typed: Partial<SettingValues>
  /** Messages of the values that could not be saved. */
  errors: Partial<Record<SettingName, string>>
  /** Last saved change with the value before it; undone if `isUndo`. */
  saved: { name: SettingName; before: SettingValue; isUndo: boolean } | null
  /** Last result for screen readers: «Guardado: Ciudad.» */
  announcement: string
}

interface Options {
  /** Saves one setting. Returns the value before, `undefined` if it was the same. */
  save: (name: SettingName, value: SettingValue) => Promise<SettingValue | undefined>
  /** Returns the message of an error for its setting. */
  describe: (name: SettingName, error: unknown) => string
}

export type SettingsAutosave = ReturnType<typeof createSettingsAutosave>

/**
 * Saves each setting by itself 800 ms after its last change, or immediately with `flush`. Two windows that edit different settings do not overwrite
 * each other. A value that could not be saved remains in its input with its error.
 */
export function createSettingsAutosave({ save, describe }: Options) {
  const store = create<State>(() => ({ typed: {}, errors: {}, saved: null, announcement: '' }))
  const savers = new Map<SettingName, Autosave<{ value: SettingValue; isUndo: boolean }>>()
  /** Settings whose newest value is not stored. */
  const unsaved = new Set<SettingName>()
  /**
   * Settings that the user is editing. Their values may be incomplete, so validation errors are shown only by `flush`.
   */
  const active = new Set<SettingName>()

  const forget = (name: SettingName) => store.setState(({ typed: { [name]: _, ...typed } }) => ({ typed }))

  function showError(name: SettingName, error: unknown) {
    if (error instanceof InvalidSettingError && active.has(name)) return
    const message = describe(name, error)
    store.setState(({ errors }) => ({
      errors: { ...errors, [name]: message },
      announcement: `${settingLabels[name]}: ${message}`,
    }))
  }

  function showSaved(name: SettingName, before: SettingValue | undefined, isUndo: boolean) {
    store.setState(({ errors: { [name]: _, ...errors } }) => ({ errors }))
    if (before === undefined) return
    const announcement = `${isUndo ? 'Se deshizo el cambio' : 'Guardado'}: ${settingLabels[name]}.`
    store.setState({ saved: { name, before, isUndo }, announcement })
  }

  function getSaver(name: SettingName) {
    const saver =
      savers.get(name) ??
      createAutosaver<{ value: SettingValue; isUndo: boolean }>({
        save: async ({ value, isUndo }) => showSaved(name, await save(name, value), isUndo),
        isPassing: isTransientError,
        onStateChange(state, error) {
          if (state === 'saved') {
            unsaved.delete(name)
            if (!active.has(name)) forget(name)
          }
          if (state === 'failed') showError(name, error)
        },
      })
    savers.set(name, saver)
    return saver
  }

  function change(name: SettingName, value: SettingValue, isUndo = false) {
    unsaved.add(name)
    active.add(name)
    store.setState(({ typed, saved }) => ({
      typed: { ...typed, [name]: value },
      saved: saved?.name === name ? null : saved,
    }))
    getSaver(name).change({ value, isUndo })
  }

  /** Saves a setting now. Once it is saved, its input shows the stored value. */
  async function flush(name: SettingName) {
    active.delete(name)
    if (unsaved.has(name)) await getSaver(name).flush()
    if (!unsaved.has(name)) forget(name)
  }

  return {
    store,
    change,
    flush,
    async changeNow(name: SettingName, value: SettingValue) {
      change(name, value)
      await flush(name)
    },
    async undo() {
      const { saved } = store.getState()
      if (!saved) return
      change(saved.name, saved.before, true)
      await flush(saved.name)
    },
    /** Discards the value of a setting that is not saved. */
    discard(name: SettingName) {
      void savers.get(name)?.stop()
      savers.delete(name)
      unsaved.delete(name)
      store.setState(({ typed: { [name]: _, ...typed }, errors: { [name]: __, ...errors } }) => ({ typed, errors }))
    },
    /** Saves all settings now; resolves to whether all are saved. */
    async flushAll() {
      await Promise.all([...unsaved].map(flush))
      return unsaved.size === 0
    },
    hasUnsaved: () => unsaved.size > 0,
    /** Cancels all retries. */
    stop() {
      for (const saver of savers.values()) void saver.stop()
      savers.clear()
    },
  }
}
