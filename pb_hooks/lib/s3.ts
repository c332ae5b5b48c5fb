import { send } from './http.ts'

/** A bucket, as the environment or the settings name it. */
export type Bucket = Pick<core.S3Config, 'endpoint' | 'bucket' | 'region' | 'accessKey' | 'secret' | 'forcePathStyle'>

interface Asked {
  body?: filesystem.File
  type?: string
  headers?: Record<string, string>
  /** What may take longer than this is given up. */
  seconds?: number
}

export interface FarAnswer {
  /** 404 if there is no such key; otherwise a status of success. */
  status: number
  bytes: number[]
  header(name: string): string
}

/** The service does not answer, or not as it should: what was asked for may be there, and is asked for again later. */
export class StorageAway extends Error {
  /** What a service says that answers, and with which this account and bucket will not do: `NoSuchBucket`. */
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

/** The service answers, and does not take or give this one file. */
export class StorageRefused extends Error {}

/** Seconds for an answer without a large body. */
const patience = 10

/** What is said of the moment, of the account or of the bucket, and not of the one file that was asked for. */
const passing = /Timeout|SlowDown/
const general = /Token|Authori[sz]ation|AccessKey|Signature|Skewed|Bucket|Security|Account/

/** With which it was done. */
const done: Record<string, number[]> = { GET: [200, 206], PUT: [200], DELETE: [200, 204] }

/**
 * One call to S3, signed as Signature Version 4 says. The engine's own calls have no limit of time: one that hangs would keep what waits for it.
 * What a key may not be here (signs that addresses write otherwise) does not occur in ours.
 */
export function askS3(bucket: Bucket, method: 'GET' | 'PUT' | 'DELETE', key: string, asked: Asked = {}): FarAnswer {
  const { body, type = '', headers = {}, seconds = patience } = asked
  const place = placeOf(bucket, key)
  const at = new Date().toISOString().replace(/[:-]|\.\d+/g, '')
  const signed: Record<string, string> = {
    host: place.host,
    'x-amz-content-sha256': $security.sha256(body ? textIn(body) : ''),
    'x-amz-date': at,
    ...headers,
  }
  const { host: _, ...sent } = signed
  const Authorization = signature(bucket, method, place.path, signed, at)
  const answer = sentTo({
    ...place,
    method,
    body,
    headers: { ...sent, ...(type && { 'content-type': type }), Authorization },
    seconds,
  })
  const { status } = answer
  if (done[method]?.includes(status)) {
    // A page that stands before the service answers with 200 to anything.
    if (method === 'PUT' && body && !answer.header('Etag')) throw new StorageAway('S3: PUT 200 without an ETag')
    return answer
  }
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(toString(answer.bytes)) ?? []
  if (status === 404 && code === 'NoSuchKey' && !body) return answer
  const message = `S3: ${method} ${status} ${code} (${bucket.bucket})`
  if (status >= 500 || [408, 429].includes(status) || passing.test(code)) throw new StorageAway(message)
  if (status < 400 || [401, 404].includes(status) || general.test(code)) throw new StorageAway(message, code || 'none')
  throw new StorageRefused(message)
}

function sentTo({ seconds, ...call }: Parameters<typeof send>[0] & { seconds: number }) {
  try {
    return send(call, seconds)
  } catch (error) {
    throw new StorageAway(withoutQuery(error))
  }
}

function textIn(file: filesystem.File): string {
  const reader = file.reader?.open()
  if (!reader) throw new Error('no reader')
  try {
    return toString(reader)
  } finally {
    reader.close()
  }
}

function placeOf({ endpoint, bucket, forcePathStyle }: Bucket, key: string) {
  const [, scheme = 'https', host = ''] = /^(https?):\/\/([^/]+)/.exec(endpoint) ?? /^()([^/]+)/.exec(endpoint) ?? []
  const named = forcePathStyle ? host : `${bucket}.${host}`
  return {
    scheme: scheme || 'https',
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
