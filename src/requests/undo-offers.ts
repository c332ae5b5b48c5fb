import { create } from 'zustand'

/** A decision that can still be undone on this page. */
interface UndoOffer {
  id: string
  /** Milliseconds since 1970. */
  until: number
  /** Ids of the requests that were decided. */
  requests: ReadonlySet<string>
}

export const useUndoOffers = create<readonly UndoOffer[]>(() => [])

/** Moment until which the decision of a request can be undone on this page; `undefined` if it cannot. */
export const useUndoableUntil = (request: string) =>
  useUndoOffers((offers) => offers.find(({ requests }) => requests.has(request))?.until)
