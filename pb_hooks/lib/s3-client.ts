/** Connection settings of a bucket, from the environment or the settings. */
export type S3Bucket = Pick<core.S3Config, 'endpoint' | 'bucket' | 'region' | 'accessKey' | 'secret' | 'forcePathStyle'>

interface S3RequestOptions {
  body?: filesystem.File
  type?: string
  headers?: Record<string, string>
  /** Timeout in seconds. */
  seconds?: number
}

export interface S3Response {
  /** HTTP status: a success, or 404 if the key does not exist. */
  status: number
  bytes: number[]
  header(name: string): string
}

/** Error of a service that does not respond, or refuses the account or bucket. The file may exist, so the call is retried later. */
export class StorageUnavailableError extends Error {
  /** Error code if the service refuses this account or bucket: `NoSuchBucket`. Empty if it did not respond. */
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

/** Error of a service that refuses this file only. */
export class StorageRefusedError extends Error {}

/** Timeout in seconds for calls without a large body. */
const timeoutSeconds = 10

/** Matches S3 error codes that are temporary. */
const temporaryErrorPattern = /Timeout|SlowDown/
/** Matches S3 error codes that concern the account or the bucket, not the file. */
const accountErrorPattern = /Token|Authori[sz]ation|AccessKey|Signature|Skewed|Bucket|Security|Account/

/** Success statuses by method. */
const successStatuses: Record<string, number[]> = { GET: [200, 206], PUT: [200], DELETE: [200, 204] }

/**
 * Makes one S3 call, signed with Signature Version 4. PocketBase's own S3 calls have no timeout, so an unresponsive service would block the caller.
 * Object keys are not URL-encoded, because they contain no special characters.
 */
export function callS3(
  bucket: S3Bucket,
  method: 'GET' | 'PUT' | 'DELETE',
  key: string,
  asked: S3RequestOptions = {},
): S3Response {
  const { body, type = '', headers = {}, seconds = timeoutSeconds } = asked
  const place = getBucketUrl(bucket, key)
  const at = new Date().toISOString().replace(/[:-]|\.\d+/g, '')
  const signed: Record<string, string> = {
    host: place.host,
    'x-amz-content-sha256': $security.sha256(body ? readText(body) : ''),
    'x-amz-date': at,
    ...headers,
  }
  const { host: _, ...sent } = signed
  const Authorization = signRequest(bucket, method, place.path, signed, at)
  const answer = engine.fetch({
    method,
    url: `${place.scheme}://${place.host}${place.path}`,
    headers: { ...sent, ...(type && { 'content-type': type }), Authorization },
    ...(body?.reader && { body: body.reader.open(), length: body.size }),
    seconds,
    maxBytes: maxResponseBytes,
  })
  if (answer.error) throw new StorageUnavailableError(answer.message)
  const { status } = answer
  if (successStatuses[method]?.includes(status)) {
    // Requires an ETag, because a proxy's page may answer any call with 200.
    if (method === 'PUT' && body && !answer.header('Etag'))
      throw new StorageUnavailableError('S3: PUT 200 without an ETag')
    return answer
  }
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(toString(answer.bytes)) ?? []
  if (status === 404 && code === 'NoSuchKey' && !body) return answer
  const message = `S3: ${method} ${status} ${code} (${bucket.bucket})`
  if (status >= 500 || [408, 429].includes(status) || temporaryErrorPattern.test(code))
    throw new StorageUnavailableError(message)
  if (status < 400 || [401, 404].includes(status) || accountErrorPattern.test(code))
    throw new StorageUnavailableError(message, code || 'none')
  throw new StorageRefusedError(message)
}

/** Maximum bytes of a response: more than any stored file has. PocketBase's default limit is half of it. */
const maxResponseBytes = 2 ** 26

function readText(file: filesystem.File): string {
  const reader = file.reader?.open()
  if (!reader) throw new Error('no reader')
  try {
    return toString(reader)
  } finally {
    reader.close()
  }
}

function getBucketUrl({ endpoint, bucket, forcePathStyle }: S3Bucket, key: string) {
  const [, scheme = 'https', host = ''] = /^(https?):\/\/([^/]+)/.exec(endpoint) ?? /^()([^/]+)/.exec(endpoint) ?? []
  const named = forcePathStyle ? host : `${bucket}.${host}`
  return {
    scheme: scheme || 'https',
    host: named,
    path: forcePathStyle ? `/${bucket}/${key}` : `/${key}`,
  }
}

function signRequest(
  { region, accessKey, secret }: S3Bucket,
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
  const key = [day, region, 's3', 'aws4_request'].reduce((before, word) => computeHmac(word, before), `AWS4${secret}`)
  const seal = $security.hs256(text, key)
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${list}, Signature=${seal}`
}

/** Returns the HMAC as a Go string, because Go strings may contain any bytes. */
const computeHmac = (text: string, key: string) => toString(Buffer.from($security.hs256(text, key), 'hex'))
