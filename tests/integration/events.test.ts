import { beforeAll, describe, expect, it } from 'vitest'
import { anAdmin, aUser, type Person } from '../support/people.ts'

describe('events', () => {
  let ana: Person
  let admin: Person
  let line: string
  beforeAll(async () => {
    ;[ana, admin] = await Promise.all([aUser(), anAdmin()])
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

  it('do not expand the administrator who acted', async () => {
    const { expand } = await of(ana).getOne(line, { expand: 'actor' })
    expect(expand?.actor).toBeUndefined()
  })
})
