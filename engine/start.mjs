import { requireNode } from './node.mjs'

requireNode()
void import('./start-product.mjs').then(({ start }) => start())
