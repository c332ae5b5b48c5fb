import { requireNode } from '../../engine/node.mjs'

requireNode()
void import('./run-tests.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))
