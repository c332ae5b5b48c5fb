import { create } from 'zustand'

/** Whether the help panel is open beside the page. */
export const useHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const setHelpOpen = (isOpen: boolean) => useHelp.setState({ isOpen })
