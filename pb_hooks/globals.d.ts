// Types of PocketBase 0.40.4 that its own declarations omit.
declare const console: { log(...args: unknown[]): void; error(...args: unknown[]): void }
declare function require(path: string): unknown
declare const process: { env: Record<string, string> }
declare class Buffer {
  static from(data: unknown, encoding?: 'utf8' | 'hex' | 'base64'): Buffer & Uint8Array
  toString(encoding?: 'utf8' | 'hex' | 'base64'): string
}
// Go's integer types accept numbers, and its bytes accept typed arrays.
declare namespace os {
  interface mkdirAll {
    // biome-ignore lint/style/useShorthandFunctionType: merges with PocketBase's interface.
    (path: string, perm: number): void
  }
  interface writeFile {
    // biome-ignore lint/style/useShorthandFunctionType: merges with PocketBase's interface.
    (name: string, data: string, perm: number): void
  }
  interface Root {
    openFile(name: string, flag: number, perm: number): File
  }
}
declare namespace blob {
  interface Writer {
    write(bytes: Uint8Array): number
  }
}
declare namespace core {
  interface RequestEvent {
    /** The call, in hooks of records and files; in them `request` and `response` are undefined. Undefined in routes. */
    requestEvent?: RequestEvent
  }
  interface Record {
    newStaticAuthToken(nanoseconds: number): string
  }
}
declare namespace router {
  interface Router<T> {
    routerGroup: RouterGroup<T>
  }
}
/** Hash of the inline script of all pages, set by the build: `'sha256-…'`. */
declare const inlineScriptHash: string
/** Rights of all calls, set by the build: `api-calls.ts` is too large for a virtual machine. */
declare const apiCallRights: Readonly<Record<string, import('./keys/find-api-call.ts').ApiCallRights>>
