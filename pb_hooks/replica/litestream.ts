import { writePrivately } from '../backups/folder.ts'
import type { Bucket } from '../lib/s3.ts'

/** Where Litestream stands; the image does not contain it. */
export const litestream = () => $os.getenv('LITESTREAM') || 'litestream'

/** What it reads its account from, so that no file holds it. */
export const accountOf = ({ accessKey, secret }: Bucket): Record<string, string> => ({
  LITESTREAM_ACCESS_KEY_ID: accessKey,
  LITESTREAM_SECRET_ACCESS_KEY: secret,
})

/**
 * Writes how one epoch of a database is followed, and gives where that stands. Its checkpoints hold the database's only place to write for
 * as long as they take: with these figures they are rare.
 */
export function configFor(folder: string, data: string, epoch: number, bucket: Bucket): string {
  const config = {
    'shutdown-sync-timeout': '5s',
    dbs: [
      {
        path: `${data}/data.db`,
        'monitor-interval': '250ms',
        'checkpoint-interval': '10m',
        'min-checkpoint-page-count': 50_000,
        'busy-timeout': '5s',
        replica: {
          type: 's3',
          bucket: bucket.bucket,
          path: `base/${epoch}`,
          endpoint: bucket.endpoint,
          region: bucket.region,
          'force-path-style': bucket.forcePathStyle,
          'sync-interval': '500ms',
        },
      },
    ],
  }
  // JSON is YAML.
  writePrivately(folder, `${epoch}.yml`, JSON.stringify(config))
  return `${folder}/${epoch}.yml`
}
