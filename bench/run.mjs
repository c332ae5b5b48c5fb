// All that the README's figures come from, one after the other: `npm run bench`, or some: `npm run bench -- calls creating`.
import { prepare } from '../engine/project.mjs'
import { calls } from './calls.mjs'
import { creating } from './creating.mjs'
import { crowd } from './crowd.mjs'
import { hour } from './hour.mjs'
import { large } from './large.mjs'
import { million } from './million.mjs'
import { pages } from './pages.mjs'
import { reading } from './reading.mjs'
import { reports } from './reports.mjs'
import { writing } from './writing.mjs'

const wanted = process.argv.slice(2)
// Its servers end with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await prepare()
const figures = { reading, writing, creating, large, million, reports, calls, crowd, pages }
// What takes as long as it is told to, and shows a promise rather than a figure, is done when it is named.
const promises = { load: hour }
for (const [name, part] of Object.entries({ ...figures, ...promises }))
  if (wanted.includes(name) || (wanted.length === 0 && name in figures)) await part()
