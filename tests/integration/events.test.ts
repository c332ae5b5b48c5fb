import { beforeAll, describe, expect, it } from 'vitest'
import { anAdmin, anonymous, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'

describe('events', () => {
  let ana: Person
  let luis: Person
  let admin: Person
  let former: Person
  let line: string
  beforeAll(async () => {
    ;[ana, luis, admin, former] = await Promise.all([aUser(), aUser(), anAdmin(), anAdmin()])
    await setActive(former, false)
    await admin.pb.collection('users').update(ana.id, { role: '_admin' })
    await admin.pb.collection('users').update(ana.id, { role: '_user' })
    line = (await of(admin).getFirstListItem(`subjectId = "${ana.id}" && action = "role"`)).id
  })
  const of = ({ pb }: Pick<Person, 'pb'>) => pb.collection('events')

  it('record the old and new role and the actor', async () => {
    const roles = await of(admin).getFullList({ filter: `subjectId = "${ana.id}" && action = "role"`, sort: 'created' })
    expect(roles.map(({ from, to, actorName }) => [from, to, actorName])).toEqual([
      ['_user', '_admin', admin.name],
      ['_admin', '_user', admin.name],
    ])
  })

  it('are readable by administrators, and by the owner for their own', async () => {
    expect((await of(ana).getFullList()).every(({ owner }) => owner === ana.id)).toBe(true)
    expect(await of(ana).getOne(line)).toMatchObject({ actorName: admin.name })
    expect((await refusalOf(of(luis).getOne(line))).status).toBe(404)
    for (const who of [former, { pb: anonymous() }]) {
      expect(await of(who).getFullList()).toEqual([])
      expect((await refusalOf(of(who).getOne(line))).status).toBe(404)
    }
  })

  it('do not expand the administrator who acted', async () => {
    const { expand } = await of(ana).getOne(line, { expand: 'actor' })
    expect(expand?.actor).toBeUndefined()
  })

  it('cannot be created, updated or deleted by a client', async () => {
    for (const who of [ana, admin, { pb: anonymous() }]) {
      expect((await refusalOf(of(who).create({ subject: 'users', subjectId: ana.id, action: 'x' }))).status).toBe(403)
      expect((await refusalOf(of(who).update(line, { action: 'x' }))).status).toBe(403)
      expect((await refusalOf(of(who).delete(line))).status).toBe(403)
    }
  })
})
