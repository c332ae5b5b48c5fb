import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Server, serverLog, startServer, thisMachine } from './container.ts'
import { freshImage, removeImage, removeLeftovers } from './image.ts'
import { type MailServer, startMailServer } from './smtp.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The image under test, for a test that starts a further container. */
    image: string
    /** The address of the one server of the run. */
    url: string
    /** Where the mail server keeps what it received. */
    mailFolder: string
    /** The settings that let a container send its mail there. */
    mailEnvironment: Record<string, string>
  }
}

type World = { image: string; server: Server; mail: MailServer; mailEnvironment: Record<string, string>; users: number }

// Each project of the run calls this file anew, and all of them share one container.
const shared = globalThis as { formatosWorld?: Promise<World> }

export async function setup(project: TestProject) {
  shared.formatosWorld ??= build().catch(buildAgain)
  const world = await shared.formatosWorld
  world.users++
  project.provide('image', world.image)
  project.provide('url', world.server.url)
  project.provide('mailFolder', world.mail.folder)
  project.provide('mailEnvironment', world.mailEnvironment)
}

export async function teardown() {
  const world = await shared.formatosWorld?.catch(() => undefined)
  if (!world || --world.users > 0) return
  await Promise.all([world.server.stop(), world.mail.stop()])
  await removeImage(world.image)
}

/** Two halves of a run share a container engine, whose answer may fail once; what failed is said, and fails the run the second time. */
function buildAgain(reason: unknown) {
  console.error('The world of the tests could not be made; it is tried once more.', reason)
  return build()
}

async function build(): Promise<World> {
  // Its helper image would have to be pulled; what a killed run leaves is removed by the next one instead.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  await removeLeftovers()
  const image = await freshImage()
  const mail = await startMailServer()
  const mailEnvironment = { SMTP_HOST: thisMachine, SMTP_PORT: String(mail.port), MAIL_FROM: 'formatos@ejemplo.test' }
  // Nobody waits ten seconds for each document; what can be undone is tried on a server of its own.
  const server = await startServer(image, { ...mailEnvironment, UNDO_SECONDS: '0' }, logTo(serverLog))
  return { image, server, mail, mailEnvironment, users: 0 }
}

function logTo(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  return (line: string) => writeFileSync(file, line, { flag: 'a' })
}
