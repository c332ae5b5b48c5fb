import { create } from 'zustand'

/** Id of the last decision that was undone. Notices about this decision are then hidden. */
export const useLastUndoneDecision = create<string | null>(() => null)
