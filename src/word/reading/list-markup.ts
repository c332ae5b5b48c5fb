import { formatListItemTag, ListCounter, parseListItemTag } from '../../domain/documents/list-marker.ts'
import type { ListMarkerText } from './numbering.ts'

/** Chooses the tags of list items, so that a document prints the same markers as Word. */
export class ListTagWriter {
  #counter = new ListCounter()

  /** Ends the list, because other content follows. */
  interrupt(): void {
    this.#counter.interrupt()
  }

  /** Returns the tag of the next item; empty if none prints its marker. `base`: outermost level in Word. */
  next({ text, sample, level, value }: ListMarkerText, base: number): string {
    const own = parseListItemTag('>'.repeat(Math.max(0, level - base)) + sample)
    if (!own) return ''
    for (const start of [null, 'continue', value] as const) {
      const counter = Object.assign(new ListCounter(), structuredClone(this.#counter))
      const tag = { ...own, start }
      if (counter.next(tag) !== text || (start !== null && !parseListItemTag(formatListItemTag(tag).slice(2, -2))))
        continue
      this.#counter = counter
      return formatListItemTag(tag)
    }
    return ''
  }
}
