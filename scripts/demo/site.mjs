import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'

const banner = `<aside aria-label="Demostración" class="demo">Demostración: datos inventados</aside>
    <style>
      .demo { padding: .15rem .75rem; background: #7d4a00; color: #fff; font: 500 .75rem/1.5 'Public Sans', sans-serif; text-align: center }
    </style>`

/**
 * Hook script that moves the clock of a virtual machine by the milliseconds in file `DEMO_CLOCK` while the demo is
 * filled. The demo's data begins 90 days ago, and its dates, numbers and history must agree. The offset is not in
 * `$app.store()`, because code that locks the store also reads the time.
 */
const clockScript = `;(function () {
  const file = $os.getenv('DEMO_CLOCK')
  if (!file || globalThis.demoDate) return
  const RealDate = Date
  let offset = 0
  let readAt = 0
  const now = () => {
    const real = RealDate.now()
    if (real - readAt > 10) {
      readAt = real
      offset = Number(toString($os.readFile(file)))
    }
    return real + offset
  }
  globalThis.demoDate = globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(now())
      else super(...parts)
    }
    static now() {
      return now()
    }
  }
})()
`

/**
 * Returns a handler that sets the date fields `names` of a record by the moved clock.
 * @param {string} names
 */
const dateHandler = (names) => `(e) => {
    const offset = Number(toString($os.readFile($os.getenv('DEMO_CLOCK'))))
    const RealDate = globalThis.demoDate ? Object.getPrototypeOf(globalThis.demoDate) : Date
    const now = new RealDate(RealDate.now() + offset).toISOString().replace('T', ' ')
    for (const name of ${names})
      if (e.record.collection().fields.getByName(name)) e.record.setRaw(name, new DateTime(now))
    e.next()
  }`

/** Hooks that set `created` and `updated` by the moved clock, because PocketBase uses its own. Only in the demo. */
const dateHooks = `if ($os.getenv('DEMO_CLOCK')) {
  onRecordCreate(${dateHandler("['created', 'updated']")})
  onRecordUpdate(${dateHandler("['updated']")})
}
`

/** Migration to the lowest cost of bcrypt, because the 40 registrations would take 8 s of processor time. */
const passwordCostMigration = `migrate((app) => {
  const users = app.findCollectionByNameOrId('users')
  users.fields.getByName('password').cost = 4
  app.save(users)
})
`

/** Statement of the built product that makes each commit wait for the disk; the demo's replacement does not wait. */
const [durable, fast] = ['PRAGMA synchronous = FULL', 'PRAGMA synchronous = OFF']

/** Copies the built product with a banner on its pages and with a clock that can be moved; returns the folder. */
export function buildDemoSite() {
  const site = join(projectRoot, '.tmp/demo')
  rmSync(site, { recursive: true, force: true })
  cpSync(join(projectRoot, 'dist'), site, { recursive: true })
  const pages = join(site, 'pb_public')
  // The server prefers the compressed copies, which have no banner.
  for (const name of readdirSync(pages).filter((each) => /\.html\.(br|gz)$/.test(each))) rmSync(join(pages, name))
  for (const name of readdirSync(pages).filter((each) => each.endsWith('.html')))
    editFile(join(pages, name), (html) => html.replace('<div id="root">', `${banner}\n    <div id="root">`))
  const hooks = join(site, 'pb_hooks')
  for (const name of readdirSync(hooks).filter((each) => each.endsWith('.js') && !each.endsWith('.pb.js')))
    editFile(join(hooks, name), (code) => clockScript + code)
  for (const name of readdirSync(join(hooks, 'shared')))
    editFile(join(hooks, 'shared', name), (code) => code.replace(durable, fast))
  writeFileSync(join(hooks, 'demo-dates.pb.js'), dateHooks)
  writeFileSync(join(site, 'pb_migrations/9999999999_lower_password_cost.js'), passwordCostMigration)
  return site
}

/**
 * Replaces a file by its edited text.
 * @param {string} file
 * @param {(text: string) => string} edit
 */
function editFile(file, edit) {
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}
