import { vi } from 'vitest'

/** Runs a browser worker's file in this thread, with copied messages. One at a time. */
export class InlineWorker extends EventTarget {
  #said: unknown[] = []
  #inner: EventTarget | null = null

  constructor(url: URL) {
    super()
    void this.#begin(url)
  }

  async #begin(url: URL) {
    const inner = new EventTarget()
    vi.stubGlobal('addEventListener', inner.addEventListener.bind(inner))
    vi.stubGlobal('postMessage', (data: unknown) => this.dispatchEvent(message(data)))
    await import(/* @vite-ignore */ url.pathname)
    this.#inner = inner
    for (const data of this.#said) inner.dispatchEvent(message(data))
  }

  postMessage(data: unknown) {
    if (this.#inner) this.#inner.dispatchEvent(message(data))
    else this.#said.push(data)
  }

  terminate() {
    this.#inner = new EventTarget()
  }
}

const message = (data: unknown) => new MessageEvent('message', { data: structuredClone(data) })
