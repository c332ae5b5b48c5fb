// Whoever knocks comes in here, so it is apart from what is written of keys and its schemas.
export { openRouter, passDoor } from '../keys/door.ts'
