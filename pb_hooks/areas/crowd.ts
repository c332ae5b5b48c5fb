export { admitted, emptyRooms } from '../crowd.ts'
