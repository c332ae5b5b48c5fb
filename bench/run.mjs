// All that the README's figures come from, one after the other: `npm run bench`, or some: `npm run bench -- calls creating`.
import { prepare } from '../engine/project.mjs'
import { calls } from './calls.mjs'
import { creating } from './creating.mjs'
import { crowd } from './crowd.mjs'
import { large } from './large.mjs'
import { million } from './million.mjs'
import { pages } from './pages.mjs'
import { reading } from './reading.mjs'
import { writing } from './writing.mjs'

const wanted = process.argv.slice(2)
// Its servers end with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await prepare()
for (const [name, part] of Object.entries({ reading, writing, creating, large, million, calls, crowd, pages }))
  if (wanted.length === 0 || wanted.includes(name)) await part()
