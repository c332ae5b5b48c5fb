import { requireNode } from './node.mjs'

requireNode()
void import('./build-image.mjs').then(({ image }) => image(process.argv.slice(2)))
