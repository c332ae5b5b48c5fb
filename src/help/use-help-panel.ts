import { create } from 'zustand'

/** Whether the help panel is open beside the page. */
export const useHelpPanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const setHelpPanelOpen = (isOpen: boolean) => useHelpPanel.setState({ isOpen })
