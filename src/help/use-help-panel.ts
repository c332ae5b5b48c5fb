import { create } from 'zustand'

export const useHelpPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const setHelpPanelOpen = (isOpen: boolean) => useHelpPanel.setState({ isOpen })
