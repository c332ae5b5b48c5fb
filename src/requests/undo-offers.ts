import { create } from 'zustand'

interface UndoOffer {
  id: string
  /** End of the undo period, in ms since 1970. */
  until: number
  requests: ReadonlySet<string>
}

export const useUndoableActions = create<readonly UndoOffer[]>(() => [])

/** Returns the end of the undo period of a request's last decision, if it was made on this page; otherwise `undefined`. */
export const useUndoDeadline = (request: string) =>
  useUndoableActions((offers) => offers.find(({ requests }) => requests.has(request))?.until)
