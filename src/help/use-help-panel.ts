import { create } from 'zustand'

/** Store of the help panel: whether it is open. */
export const useHelpPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const setHelpPanelOpen = (isOpen: boolean) => useHelpPanel.setState({ isOpen })
