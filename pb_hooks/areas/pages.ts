export { asset, page, status, unknownCall } from '../server/pages.ts'
