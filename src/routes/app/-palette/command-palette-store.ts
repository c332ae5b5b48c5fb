import { create } from 'zustand'

interface CommandPaletteState {
  isOpen: boolean
  /** Text that the user typed after opening, before the palette was loaded. */
  typed: string
}

export const useCommandPalette = create<CommandPaletteState>(() => ({ isOpen: false, typed: '' }))

export const setCommandPaletteOpen = (isOpen: boolean) => useCommandPalette.setState({ isOpen, typed: '' })
