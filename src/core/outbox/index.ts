// Operations that wait for the server, and the rules by which they are sent.
export * from './operation.ts'
export * from './outbox.ts'
export * from './state.ts'
export { nextTry } from './tries.ts'
