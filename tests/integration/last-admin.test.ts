import { expect, inject, it } from 'vitest'
import { startServer } from '../support/container.ts'
import { anAdmin, anonymous, type Person, theFirstAdmin } from '../support/people.ts'

const end = (who: Person, whom: Person, change: object) => who.pb.collection('users').update(whom.id, change)
const endByCall = (who: Person, whom: Person) =>
  who.pb.send('/api/app/users/deactivate', { method: 'POST', body: { ids: [whom.id] } })

it('two administrators who end each other at the same time leave one, twenty times', async () => {
  const server = await startServer(inject('image'))
  const place = { at: server.url }
  try {
    const people = [await theFirstAdmin(place), await anAdmin(place)] as const
    for (let round = 0; round < 20; round++) {
      const [one, other] = people
      const way = [
        (who: Person, whom: Person) => end(who, whom, { isActive: false }),
        (who: Person, whom: Person) => end(who, whom, { role: '_user' }),
        endByCall,
      ][round % 3]
      await Promise.allSettled([way?.(one, other), way?.(other, one)])
      await Promise.allSettled(people.map((person) => person.pb.collection('users').authRefresh()))
      const left: Person[] = []
      for (const person of people) {
        const me = await person.pb
          .collection('users')
          .getOne(person.id)
          .catch(() => null)
        if (me?.isActive && me.role === '_admin') left.push(person)
      }
      expect(left).toHaveLength(1)
      const [survivor] = left
      for (const person of people)
        if (survivor && person !== survivor) {
          await end(survivor, person, { isActive: true, role: '_admin' })
          person.pb = anonymous(place)
          await person.pb.collection('users').authWithPassword(person.email, person.password)
        }
    }
  } finally {
    await server.stop()
  }
}, 120_000)
