import type { KeyScope } from '../../src/domain/keys/key-scope.ts'

/** Permitted caller: programs whose key has the scope, users with a session (`session`), everyone (`public`), or only the pages (`page`). */
export type Caller = KeyScope | 'session' | 'public' | 'page'

/** Rights of a call, by the name in `api-calls.ts`. */
export interface ApiCallRights {
  by: Caller
  /** Collection of the record `{id}`, if the call can change records of other users. Approvers also need the scope `decide`. */
  reachesOthers?: 'batches' | 'requests'
}

/** Patterns of path parameters. None can start with a dot, so that `..` never changes the path. */
const parameterPatterns: Record<string, RegExp> = {
  '{id}': /^[a-z0-9]{15}$/,
  '{file}': /^\w[\w.-]*$/,
  '{code}': /^[\w-]+$/,
}

/** Returns the API call for a method and a path (without query); `undefined` if none matches. */
export function findApiCall(
  calls: Readonly<Record<string, ApiCallRights>>,
  method: string,
  address: string,
): ApiCallRights | undefined {
  const asked = `${method} ${address}`.split('/')
  return Object.entries(calls).find(([name]) => matchesPath(name.split('/'), asked))?.[1]
}

function matchesPath(named: string[], asked: string[]): boolean {
  return (
    named.length === asked.length &&
    named.every((part, at) => parameterPatterns[part]?.test(asked[at] ?? '') ?? part === asked[at])
  )
}
