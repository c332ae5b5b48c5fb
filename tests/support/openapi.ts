import { Ajv2020 } from 'ajv/dist/2020.js'

interface Operation {
  summary: string
  operationId: string
  servers?: { url: string }[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: object }> }
  responses: Record<string, Response | { $ref: string }>
}
interface Response {
  description: string
  content?: Record<string, { schema?: object }>
}
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
  webhooks: Record<string, { post: Operation }>
}

/** Compares values with a server's OpenAPI document, with an independent validator. */
export async function readOpenApi(url: string) {
  const api = (await (await fetch(`${url}/api/app/openapi.json`)).json()) as OpenApi
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: api.components })
  const operations = Object.entries(api.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  const operationOf = (name: string) => operations.find((each) => each.name === name)?.operation as Operation

  /** Returns differences between a value and a schema of the document. */
  function faultsOf(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components')
    const judge = ajv.compile(JSON.parse(text) as object)
    judge(value)
    return (judge.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  /** Returns differences between a body and the documented one. */
  function bodyFaults(name: string, body: unknown): string[] {
    const schema = operationOf(name).requestBody?.content['application/json']?.schema
    return schema ? faultsOf(schema, body) : body ? ['no body is described'] : []
  }

  /** Returns the documented response of a call; resolves references. */
  function responseOf(name: string, status: number): Response | undefined {
    const response = operationOf(name).responses[String(status)]
    if (!response || !('$ref' in response)) return response
    return api.components.responses[response.$ref.replace('#/components/responses/', '')]
  }

  /** Returns differences between a JSON response and the documented one. */
  function answerFaults(name: string, status: number, value: unknown): string[] {
    const response = responseOf(name, status)
    if (!response) return [`${status} is not described`]
    const schema = response.content?.['application/json']?.schema
    return schema ? faultsOf(schema, value) : []
  }

  return { api, operations, operationOf, responseOf, faultsOf, bodyFaults, answerFaults }
}
