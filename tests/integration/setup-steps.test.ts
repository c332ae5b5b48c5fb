import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import type { MailTest } from '../../src/domain/settings/settings-output.ts'
import type { SetupStep } from '../../src/domain/settings/setup-step.ts'
import { type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { outboxOf } from '../support/outbox.ts'
import { anAdmin, anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'

const setupOf = async ({ pb }: Pick<Person, 'pb'>) =>
  (await pb.send<Dashboard>('/api/app/dashboard', { method: 'GET' })).admin?.setup
const stepOf = async (person: Person, step: SetupStep) => (await setupOf(person))?.steps[step]
const confirmSteps = ({ pb }: Pick<Person, 'pb'>, steps: unknown) =>
  pb.send('/api/app/setup/confirm', { method: 'POST', body: { steps } })
const testMail = ({ pb }: Pick<Person, 'pb'>) => pb.send<MailTest>('/api/app/mail/test', { method: 'POST' })
const nothingDone = { organisation: 'open', signatory: 'open', formats: 'open', mail: 'open', people: 'open' }

describe('setup steps', () => {
  let server: Server
  let mail: MailServer
  let admin: Person
  beforeAll(async () => {
    mail = await startMailServer({ refused: 1 })
    const environment = { SMTP_HOST: thisMachine, SMTP_PORT: String(mail.port), MAIL_FROM: 'formatos@ejemplo.test' }
    server = await startServer(inject('emptyImage'), environment)
    admin = await theFirstAdmin({ at: server.url })
  })
  afterAll(() => Promise.all([server.stop(), mail.stop()]))

  it('are all open in a new installation', async () => {
    expect(await setupOf(admin)).toEqual({
      steps: nothingDone,
      mail: { server: `${thisMachine}:${mail.port}`, sender: 'formatos@ejemplo.test', undelivered: 0 },
    })
  })

  it('are done once their data is stored', async () => {
    const [settings] = await admin.pb.collection('settings').getFullList()
    const save = (change: object) => admin.pb.collection('settings').update(settings?.id ?? '', change)
    await save({ organisationName: 'Acme', organisationId: '900123456-8' })
    expect(await stepOf(admin, 'organisation')).toBe('open')
    await save({ city: 'Pasto' })
    expect(await stepOf(admin, 'organisation')).toBe('done')

    const { id } = await admin.pb.collection('signatories').create({ name: 'Clara Rojas', active: false })
    expect(await stepOf(admin, 'signatory')).toBe('open')
    await admin.pb.collection('signatories').update(id, { active: true })
    expect(await stepOf(admin, 'signatory')).toBe('done')

    await confirmSteps(admin, ['formats'])
    expect(await stepOf(admin, 'formats')).toBe('done')
  })

  it('the mail test returns the answer of the mail server, and its step is done once a mail is accepted', async () => {
    const answer = '550 "No such user here"'
    expect(await testMail(admin)).toEqual({ result: 'failed', to: admin.email, answer })
    expect(await stepOf(admin, 'mail')).toBe('open')
    expect(await testMail(admin)).toEqual({ result: 'sent', to: admin.email, answer: '' })
    expect(await stepOf(admin, 'mail')).toBe('done')
    const { items } = await admin.pb.send('/api/app/events', { query: { subject: 'settings', action: 'testMail' } })
    expect(items).toMatchObject([{ to: 'sent' }, { to: 'failed', details: { answer } }])
  })

  it('records a dismissed step once, and a second user completes the last step', async () => {
    await confirmSteps(admin, ['people'])
    expect(await stepOf(admin, 'people')).toBe('dismissed')
    const confirmations = async () =>
      (await admin.pb.send('/api/app/events', { query: { subject: 'settings', action: 'confirmSetup' } })).items
    const before = await confirmations()
    await confirmSteps(admin, ['people', 'formats'])
    expect(await confirmations()).toEqual(before)
    await confirmSteps(admin, ['people', 'signatory', 'signatory'])
    expect((await confirmations()).slice(0, -before.length)).toMatchObject([{ details: { steps: ['signatory'] } }])
    const ana = await aUser({ at: server.url })
    expect(await stepOf(admin, 'people')).toBe('done')
    expect(await setupOf(ana)).toBeUndefined()
    for (const call of [confirmSteps, testMail]) {
      expect((await refusalOf(call(ana, ['mail']))).status).toBe(403)
      expect((await refusalOf(call({ pb: anonymous({ at: server.url }) }, ['mail']))).status).toBe(401)
    }
  })

  it.each([[[]], [['otro']], ['mail'], [undefined]])('refuses to confirm %j', async (steps) => {
    expect(await refusalOf(confirmSteps(admin, steps))).toMatchObject({ status: 400, code: 'invalid' })
  })
})

it('an administrator whose rights end while the mail is sent gets no answer of the mail server', async () => {
  const mail = await startMailServer({ held: true })
  const environment = { SMTP_HOST: thisMachine, SMTP_PORT: String(mail.port), MAIL_FROM: 'formatos@ejemplo.test' }
  const server = await startServer(inject('emptyImage'), environment)
  try {
    const admin = await theFirstAdmin({ at: server.url })
    const former = await anAdmin({ at: server.url })
    const test = refusalOf(testMail(former))
    await mail.called
    await admin.pb.collection('users').update(former.id, { role: '_user' })
    mail.release()
    expect(await test).toMatchObject({ status: 403, code: 'user.forbidden' })
    const { items } = await admin.pb.send('/api/app/events', { query: { subject: 'settings', action: 'testMail' } })
    expect(items).toEqual([])
  } finally {
    await Promise.all([server.stop(), mail.stop()])
  }
})

it('without a mail server the test is a file, and the step is done once an administrator accepts files', async () => {
  const server = await startServer(inject('emptyImage'))
  try {
    const admin = await theFirstAdmin({ at: server.url })
    expect(await testMail(admin)).toEqual({ result: 'saved', to: admin.email, answer: '' })
    expect(await setupOf(admin)).toMatchObject({ steps: nothingDone, mail: { server: '' } })
    expect((await outboxOf(server)).map(({ name }) => name)).toEqual([expect.stringContaining(admin.email)])
    await confirmSteps(admin, ['mail'])
    expect(await setupOf(admin)).toMatchObject({ steps: { ...nothingDone, mail: 'done' } })
  } finally {
    await server.stop()
  }
})
