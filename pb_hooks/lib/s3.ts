/** A bucket, as the environment or the settings name it. */
export type Bucket = Pick<core.S3Config, 'endpoint' | 'bucket' | 'region' | 'accessKey' | 'secret' | 'forcePathStyle'>

interface Asked {
  body?: string
  type?: string
  headers?: Record<string, string>
  /** What may take longer than this is given up. */
  seconds?: number
}

export interface FarAnswer {
  status: number
  bytes: number[]
  header(name: string): string
}

/** The service does not answer, or not as it should: what was asked for may be there, and is asked for again later. */
export class StorageAway extends Error {}

/** Seconds for an answer without a large body. */
const patience = 10

/**
 * One call to S3, signed as Signature Version 4 says. The engine's own calls have no limit of time: one that hangs would keep what waits for it.
 * What a key may not be here (signs that addresses write otherwise) does not occur in ours.
 */
export function askS3(bucket: Bucket, method: string, key: string, asked: Asked = {}): FarAnswer {
  const { body = '', type = '', headers = {}, seconds = patience } = asked
  const { address, host, path } = placeOf(bucket, key)
  const at = new Date().toISOString().replace(/[:-]|\.\d+/g, '')
  const signed: Record<string, string> = {
    host,
    'x-amz-content-sha256': $security.sha256(body),
    'x-amz-date': at,
    ...headers,
  }
  const { host: _, ...sent } = signed
  let answer: ReturnType<typeof $http.send>
  try {
    answer = $http.send({
      url: `${address}${path}`,
      method,
      body,
      headers: {
        ...sent,
        ...(type ? { 'content-type': type } : {}),
        Authorization: signature(bucket, method, path, signed, at),
      },
      timeout: seconds,
    })
  } catch (error) {
    throw new StorageAway(withoutQuery(error))
  }
  const header = (name: string) => String(answer.headers[name]?.[0] ?? '')
  const { statusCode: status } = answer
  if (![200, 204, 206, 404, 412].includes(status)) throw new StorageAway(`S3: ${method} ${status}`)
  // PocketBase 0.40.4 takes an answer that was cut for whole.
  const bytes = answer.body as number[]
  if (header('Content-Length') && Number(header('Content-Length')) !== bytes.length)
    throw new StorageAway(`S3: ${method}: the answer was cut`)
  return { status, bytes, header }
}

function placeOf({ endpoint, bucket, forcePathStyle }: Bucket, key: string) {
  const [, scheme = 'https', host = ''] = /^(https?):\/\/([^/]+)/.exec(endpoint) ?? /^()([^/]+)/.exec(endpoint) ?? []
  const named = forcePathStyle ? host : `${bucket}.${host}`
  return {
    address: `${scheme || 'https'}://${named}`,
    host: named,
    path: forcePathStyle ? `/${bucket}/${key}` : `/${key}`,
  }
}

function signature(
  { region, accessKey, secret }: Bucket,
  method: string,
  path: string,
  headers: Record<string, string>,
  at: string,
): string {
  const names = Object.keys(headers).sort()
  const list = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]}`)
  const request = [method, path, '', ...lines, '', list, headers['x-amz-content-sha256']].join('\n')
  const day = at.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, $security.sha256(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce((before, word) => sealed(word, before), `AWS4${secret}`)
  const seal = $security.hs256(text, key)
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${list}, Signature=${seal}`
}

/** As Go's own text, which holds any bytes. */
const sealed = (text: string, key: string) => toString(Buffer.from($security.hs256(text, key), 'hex'))

/** What an error says may hold an address, and an address what nobody else should read. */
const withoutQuery = (error: unknown) => String(error).replace(/\?\S*/g, '')
