import { isId } from '../src/domain/id.ts'

/** The `{id}` of the call's address, or nothing where it can be none. */
export function pathId(e: core.RequestEvent): string {
  const given = e.request?.pathValue('id')
  return isId(given) ? given : ''
}
