import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'
import { readLog, type Server, startServer } from '../support/container.ts'
import { aDisk } from '../support/disk.ts'
import { findErrorsAfterCrashes } from '../support/dying.ts'
import { testServer } from '../support/test-server.ts'

// `KILLS=200 npm test -- tests/integration/kill.test.ts` runs more rounds. The printed `SEED` repeats a run.
const kills = Number(process.env.KILLS ?? 4)
/** Number of simulated power cuts (`POWER_CUTS=6`); only root can mount disks for them. */
const cuts = Number(process.env.POWER_CUTS ?? 0)
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))

const log = join(projectRoot, '.tmp/deaths.log')
/** Saves the output of each run, because the log stream ends when the server is killed. */
const keepWords = async (server: Server) => writeFileSync(log, await readLog(server))
const getTimeoutMs = (deaths: number) => 120_000 + deaths * 15_000

it(`keeps acknowledged writes once and whole after ${kills} crashes (SEED=${seed})`, {
  timeout: getTimeoutMs(kills),
}, async () => {
  const server = await startServer(inject('image'), testServer().mailEnvironment)
  try {
    expect(await findErrorsAfterCrashes(server, { deaths: kills, seed, fall: server.crash })).toEqual([])
  } finally {
    await keepWords(server)
    await server.stop()
  }
})

it.skipIf(!cuts)(
  `keeps acknowledged writes after ${cuts} power cuts (SEED=${seed})`,
  {
    timeout: getTimeoutMs(cuts),
  },
  async () => {
    const disk = aDisk(1_000)
    const binds = [{ source: disk.data, target: '/pb_data' }]
    try {
      const server = await startServer(inject('emptyImage'), testServer().mailEnvironment, () => {}, { binds })
      const fall = () => server.crash(disk.losePower)
      try {
        expect(await findErrorsAfterCrashes(server, { deaths: cuts, seed, fall })).toEqual([])
      } finally {
        await keepWords(server)
        await server.stop()
      }
    } finally {
      disk.remove()
    }
  },
)
