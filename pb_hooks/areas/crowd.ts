export { admitted } from '../crowd.ts'
