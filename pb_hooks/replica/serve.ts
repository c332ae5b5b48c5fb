import { writePrivately } from '../backups/folder.ts'
import { bucketNamed, storageFault } from '../lib/environment.ts'
import { type Bucket, StorageAway } from '../lib/s3.ts'
import { ourServe } from '../server/command-line.ts'
import { type Child, startChild } from './child.ts'
import { type Keeper, keeperOf, said } from './keeper.ts'
import { accountOf, configFor, litestream } from './litestream.ts'
import { TurnRefused, takeTurn } from './take.ts'
import { lackOf } from './turn.ts'

/** In the folder of the data: of whom it is. */
const note = 'turno.json'
/** In the memory of this process, where a signal is heard by another virtual machine. */
const states = { running: 'replicaRuns', ending: 'replicaEnds', ended: 'replicaEnded' }

/**
 * `pocketbase replicated`: takes the turn in the bucket, brings the database from there into an empty folder, serves, and lets Litestream follow
 * what is written. Ends where the turn is another's.
 */
export function serveReplicated(words: string[]) {
  const bucket = bucketNamed('S3_REPLICA_BUCKET')
  const data = $app.dataDir()
  const work = `${$os.tempDir()}/${$security.randomString(15)}`
  try {
    requireMeans(bucket)
    requireService(bucket)
    const known = { holder: holderIn(data), hasData: isThere(`${data}/data.db`) }
    const { turn, etag } = takeTurn(bucket, known, hostName())
    writePrivately(data, note, JSON.stringify({ holder: turn.holder }))
    $app.store().set(states.running, true)
    const keeper = keeperOf(bucket, turn, etag)
    if (!known.hasData) bring(bucket, data, work, turn.epoch, keeper)
    const follow = () =>
      startChild([litestream(), 'replicate', '-config', configFor(work, data, turn.epoch, bucket)], accountOf(bucket))
    let isServing = false
    const server = startChild(
      [$os.args[0] ?? '', ourServe, ...flagsOf(words)],
      { FORMATOS_TURN: turn.process },
      (text) => {
        isServing ||= text.includes('Server started at')
      },
    )
    watch({ keeper, server, follow, isServing: () => isServing })
  } catch (error) {
    console.error(
      error instanceof StorageAway ? `El almacén de la réplica no sirve ahora: ${error.message}` : said(error),
    )
    $os.exit(1)
  } finally {
    $os.removeAll(work)
    $app.store().set(states.ended, true)
  }
}

function requireMeans(bucket: Bucket) {
  if (!bucket.bucket) throw new TurnRefused('Falta S3_REPLICA_BUCKET: el almacén S3 donde se sigue la base de datos.')
  const fault = storageFault()
  if (fault) throw new TurnRefused(fault)
  try {
    startChild([litestream(), 'version'], {}).end()
  } catch {
    throw new TurnRefused(`No se encuentra Litestream («${litestream()}»): diga en LITESTREAM dónde está el programa.`)
  }
}

function requireService(bucket: Bucket) {
  const lack = lackOf(bucket)
  if (lack) throw new TurnRefused(`El servicio S3 no respeta ${lack}: con él podrían atender dos máquinas a la vez.`)
}

interface Watched {
  keeper: Keeper
  server: Child
  isServing(): boolean
  follow(): Child
}

function watch({ keeper, server, isServing, follow }: Watched) {
  const isEnding = () => $app.store().has(states.ending)
  let follower: Child | undefined
  let wasAsked = false
  try {
    while (!isEnding()) {
      // The engine opens its database, and brings it up to date, in transactions that read first.
      if (isServing()) follower ??= follow()
      if (!server.hear(200) || follower?.hear(200) === false) break
      keeper.beat()
    }
    wasAsked = isEnding()
    server.end(keeper.beat)
    // It brings the last of what was written to the bucket before it ends.
    follower?.end(keeper.beat)
  } catch (error) {
    server.kill()
    follower?.kill()
    throw error
  }
  keeper.free()
  if (!wasAsked)
    throw new TurnRefused('El servidor o Litestream terminó: arriba está la causa. Sin los dos no se sigue.')
}

/**
 * From the latest place to which something was followed: who took the turn and died at once left none. One that is there and does not come is
 * no reason to go on with an older one.
 */
function bring(bucket: Bucket, data: string, work: string, epoch: number, keeper: Keeper) {
  for (let from = epoch; from > 0; from--) {
    const config = configFor(work, data, from, bucket)
    const words = ['restore', '-if-replica-exists', '-config', config, '-o', `${data}/data.db`, `${data}/data.db`]
    const restoring = startChild([litestream(), ...words], accountOf(bucket))
    while (restoring.hear(1_000)) keeper.beat()
    if (restoring.code() !== 0) {
      for (const end of ['', '-wal', '-shm']) $os.removeAll(`${data}/data.db${end}`)
      keeper.free()
      throw new TurnRefused(
        `Litestream no pudo traer la réplica ${from} (código ${restoring.code()}): arriba está la causa. No se sigue con una anterior; inténtelo de nuevo.`,
      )
    }
    if (isThere(`${data}/data.db`)) return console.log(`La base de datos viene de la réplica ${from}.`)
  }
  if (epoch > 1) throw new TurnRefused('De la réplica no vino ninguna base de datos: arriba está la causa.')
}

/** On SIGTERM: the one who watches ends both programs in order, and gives the turn back. */
export function endReplicated(e: core.TerminateEvent) {
  const store = $app.store()
  if (store.has(states.running)) {
    store.set(states.ending, true)
    while (!store.has(states.ended)) sleep(50)
  }
  return e.next()
}

/** As typed, and what a server must be told where it is not. */
function flagsOf(words: string[]): string[] {
  const fixed = ['--hooksWatch=false', '--hooksPool=12', '--queryTimeout=10', '--automigrate=false', '--dev=false']
  const typed = words.filter((word) => word.startsWith('--'))
  return [...typed, ...fixed.filter((flag) => !typed.some((word) => word.split('=')[0] === flag.split('=')[0]))]
}

function holderIn(data: string): string {
  try {
    return (JSON.parse(toString($os.readFile(`${data}/${note}`))) as { holder: string }).holder
  } catch {
    return ''
  }
}

function isThere(path: string): boolean {
  try {
    $os.stat(path)
    return true
  } catch {
    return false
  }
}

function hostName(): string {
  try {
    return toString($os.readFile('/etc/hostname')).trim()
  } catch {
    return 'otra máquina'
  }
}
