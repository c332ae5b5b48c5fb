import { create } from 'zustand'

export const useCommandPalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const setCommandPaletteOpen = (isOpen: boolean) => useCommandPalette.setState({ isOpen })
