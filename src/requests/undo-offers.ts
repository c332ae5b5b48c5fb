import { create } from 'zustand'

interface UndoOffer {
  id: string
  /** End of the undo period, in ms since 1970. */
  until: number
  requests: ReadonlySet<string>
}

export const useUndoOffers = create<readonly UndoOffer[]>(() => [])

/** Returns the time until which a request's decision can be undone on this page; `undefined` if it cannot. */
export const useUndoDeadline = (request: string) =>
  useUndoOffers((offers) => offers.find(({ requests }) => requests.has(request))?.until)
