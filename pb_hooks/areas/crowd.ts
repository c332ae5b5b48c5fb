export { admitted, emptyNextRooms } from '../crowd.ts'
