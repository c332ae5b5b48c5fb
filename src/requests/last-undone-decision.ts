import { create } from 'zustand'

/** Id of the last undone decision; notices about this decision are hidden. */
export const useLastUndoneDecision = create<string | null>(() => null)
