import { ClientResponseError } from 'pocketbase'

export type Refusal = { status: number; code: string | undefined; fields: Record<string, string> }

/** Returns status, error code and field codes of a refused call; fails if it was accepted. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    (answer) => new Error(`was accepted: ${JSON.stringify(answer)}`),
    (cause: unknown) => cause,
  )
  if (!(error instanceof ClientResponseError)) throw error
  const { code, ...fields } = codesOf(error)
  return { status: error.status, code, fields }
}

function codesOf({ response }: ClientResponseError): Record<string, string> {
  const data: Record<string, { code: string }> = response.data ?? {}
  return Object.fromEntries(Object.entries(data).map(([key, { code }]) => [key, code]))
}
