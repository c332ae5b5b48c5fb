export { admitted, emptyNextRooms } from '../server/crowd.ts'
