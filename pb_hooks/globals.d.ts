// What PocketBase 0.40.4 has and its own types leave out.
declare const console: { log(...args: unknown[]): void; error(...args: unknown[]): void }
declare function require(path: string): unknown
declare const process: { env: Record<string, string> }
declare class Buffer {
  static from(data: unknown, encoding?: 'utf8' | 'hex' | 'base64'): Buffer & Uint8Array
  toString(encoding?: 'utf8' | 'hex' | 'base64'): string
}
/** Whether this virtual machine is one of the pool. */
declare var isFromPool: boolean | undefined
/** Gives back the place among those who are worked on: whoever has his answer takes none. */
declare var leaveCrowd: (() => void) | undefined
/** Whether something of the call that this virtual machine works on is stored already. */
declare var hasWritten: boolean | undefined
/** Whose lines listen until the transaction of this virtual machine has ended (`runtime/realtime.ts`). */
declare var heardNow: { collection: string; owner: string }[] | undefined
/** The call that this virtual machine works on, for what is kept of where a decision came from (`lib/chain.ts`). */
declare var askedBy: core.RequestEvent | undefined
