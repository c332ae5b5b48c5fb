import { setTimeout as wait } from 'node:timers/promises'
import type PocketBase from 'pocketbase'
import { createRandom } from './chance.ts'
import type { Server } from './container.ts'
import { type Ledger, simulateUsers } from './ledger.ts'
import { mailsTo } from './mailbox.ts'
import { findFalseConditions, findInvariantViolations, listRecordFiles, listStoredFiles, queryOf } from './standing.ts'
import { aSuperuser } from './superuser.ts'

interface Fate {
  deaths: number
  seed: number
  /** Kills the server and starts it again. */
  fall: () => Promise<void>
}

/**
 * Kills the server at random times while users work. Returns the confirmed results that are lost, duplicated or
 * incomplete afterwards.
 */
export async function findErrorsAfterCrashes(server: Server, { deaths, seed, fall }: Fate): Promise<string[]> {
  const next = createRandom(seed)
  const superuser = await aSuperuser(server)
  const query = queryOf(superuser)
  const { ledger, batchBegun, noteCut, goHome } = await simulateUsers(server.url, seed)
  const wrong: string[] = []
  for (let death = 1, judged = 0; death <= deaths && wrong.length === 0; death++) {
    await wait(300 + next() * 1_500)
    // Kills the server during a batch's creation, which is too short to be met by chance.
    if (death % 3 === 0) await batchBegun().then(() => wait(next() * 30))
    noteCut()
    await fall()
    const facts = ledger.facts.slice(judged)
    judged += facts.length
    const found = [...(await findFalseConditions(query, facts)), ...(await findInvariantViolations(query))]
    wrong.push(...found.map((what) => `after death ${death}: ${what}`))
  }
  await wait(300)
  await goHome()
  // No sender is running, so mails claimed by a killed one can be sent now.
  await fall()
  for (const queue of ['outgoing_mails', 'decision_mails'])
    await query(`UPDATE ${queue} SET due = '2026-01-01 00:00:00.000Z'`)
  // Removes the interval of five minutes between mails of a user.
  await query('DELETE FROM notice_mails')
  await doAll(superuser)
  const { facts, mails, files, cut } = ledger
  console.info(
    `${deaths} deaths, SEED=${seed}: ${facts.length} facts, ${mails.length} mails, ${files.length} files; asked as it died:`,
    cut,
  )
  return [
    ...wrong,
    ...ledger.faults,
    ...(await findFalseConditions(query, facts)),
    ...(await findInvariantViolations(query)),
    ...(await wrongDerived(server)),
    ...wrongMails(ledger, deaths),
    ...(await wrongFiles(server, superuser, ledger)),
  ]
}

/** Runs the jobs until no work is left. */
async function doAll(superuser: PocketBase) {
  const left = `SELECT (SELECT count(*) FROM requests WHERE documentStatus = 'pending')
    + (SELECT count(*) FROM batches WHERE status IN ('processing', 'interrupted'))
    + (SELECT count(*) FROM outgoing_mails) + (SELECT count(*) FROM decision_mails)`
  for (;;) {
    const [[count] = []] = await queryOf(superuser)(left)
    if (Number(count) === 0) return
    await Promise.all(['documents', 'minute'].map((job) => superuser.crons.run(job)))
    await wait(200)
  }
}

async function wrongDerived({ container }: Server): Promise<string[]> {
  const words = ['/pocketbase', 'verify', '--dir=/pb_data']
  const { output } = await container.exec(words)
  return output.includes('coinciden con el recuento') ? [] : [output]
}

/** Each mail was sent at least once. Per death, two mails may be sent twice, one per sender. */
function wrongMails({ mails }: Ledger, deaths: number): string[] {
  const lost = mails.filter((address) => mailsTo(address).length === 0).map((address) => `no mail to ${address}`)
  const again = mails.flatMap((address) => mailsTo(address)).length - mails.length
  return again > 2 * deaths ? [...lost, `${again} mails came again after ${deaths} deaths`] : lost
}

async function wrongFiles(server: Server, superuser: PocketBase, { files }: Ledger): Promise<string[]> {
  const stored = await listStoredFiles(server)
  const named = await listRecordFiles(queryOf(superuser))
  const byPath = new Map(stored.map((file) => [file.path, file]))
  const findStoredHash = (table: string, id: string) => {
    const [path] = [...named].find(([, file]) => file.table === table && file.id === id) ?? ['']
    return byPath.get(path)?.hash
  }
  const wrong = stored.filter(({ isWhole }) => !isWhole).map(({ path }) => `half a file: ${path}`)
  for (const [path, { hash }] of named)
    if (!byPath.has(path) || (hash && byPath.get(path)?.hash !== hash))
      wrong.push(`a file that is lost or another: ${path}`)
  for (const { path } of stored)
    if (!named.has(path.replace(/\.attrs$/, '').replace(/\/thumbs_([^/]+)\/.*$/, '/$1')))
      wrong.push(`a file of nobody: ${path}`)
  for (const { id, hash, answered, table } of files)
    if (answered && table === 'signatories' && findStoredHash(table, id) !== hash)
      wrong.push(`another signature: ${id}`)
  const logos = files.filter(({ table }) => table === 'settings')
  const lastAnswered = logos.findLastIndex(({ answered }) => answered)
  const storedLogo = logos.findLastIndex(({ id, hash }) => hash === findStoredHash('settings', id))
  // None is stored if no call with a logo reached the server.
  if (storedLogo < lastAnswered)
    wrong.push(`logo ${storedLogo} of ${logos.length} is stored, and logo ${lastAnswered} was the last answered`)
  return wrong
}
