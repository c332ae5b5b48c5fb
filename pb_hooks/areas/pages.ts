export { status } from '../installation.ts'
export { asset, page, unknownCall } from '../pages.ts'
