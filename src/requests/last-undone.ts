import { create } from 'zustand'

/** Id of the decision that was taken back last: what a page says of it is not so any more. */
export const useLastUndone = create<string | null>(() => null)
