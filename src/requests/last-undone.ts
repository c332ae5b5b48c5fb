import { create } from 'zustand'

/** Id of the last undone decision; notices about this decision are hidden. */
export const useLastUndone = create<string | null>(() => null)
