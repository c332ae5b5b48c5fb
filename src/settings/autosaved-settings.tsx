import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Settings } from '../domain/settings/settings.ts'
import { describeSettingError, saveSetting } from './save-setting.ts'
import { createSettingsAutosave, type SettingsAutosave } from './settings-autosave.ts'

const AutosaveContext = createContext<{ settings: Settings; autosave: SettingsAutosave } | null>(null)

const leaveQuestion = 'Hay un ajuste sin guardar. ¿Salir y perderlo?'

/** Settings inputs that save themselves. Announces each result, and asks before the page is left with an unsaved value. */
export function AutosavedSettings({ settings, children }: { settings: Settings; children: ReactNode }) {
  const [autosave] = useState(() =>
    createSettingsAutosave({
      save: (name, value) => saveSetting(settings, name, value),
      describe: describeSettingError,
    }),
  )
  const announcement = useStore(autosave.store, (state) => state.announcement)
  const { history } = useRouter()
  // Adds the listener directly, because the router's `useBlocker` would load the module of spreadsheets.
  useEffect(
    () =>
      history.block({
        blockerFn: async () => !(await autosave.flushAll()) && !window.confirm(leaveQuestion),
        enableBeforeUnload: autosave.hasUnsaved,
      }),
    [history, autosave],
  )
  useEffect(() => autosave.stop, [autosave])
  return (
    <AutosaveContext value={{ settings, autosave }}>
      {children}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </AutosaveContext>
  )
}

export function useAutosavedSettings() {
  const context = use(AutosaveContext)
  if (!context) throw new Error('settings inputs need AutosavedSettings')
  return context
}
