// Pending operations, and the rules for sending them.
export * from './operation.ts'
export * from './outbox.ts'
export { nextRetryTime } from './retries.ts'
export * from './state.ts'
export * from './stored-writing.ts'
