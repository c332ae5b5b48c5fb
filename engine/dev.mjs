import { requireNode } from './node.mjs'

requireNode()
void import('./develop.mjs').then(({ develop }) => develop())
