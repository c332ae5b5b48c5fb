// Types of PocketBase 0.40.4 that its own declarations omit.
declare const console: { log(...args: unknown[]): void; error(...args: unknown[]): void }
declare function require(path: string): unknown
declare const process: { env: Record<string, string> }
declare class Buffer {
  static from(data: unknown, encoding?: 'utf8' | 'hex' | 'base64'): Buffer & Uint8Array
  toString(encoding?: 'utf8' | 'hex' | 'base64'): string
}
/** Hash of the inline script of all pages, set by the build: `'sha256-…'`. */
declare const firstPaintScriptHash: string
