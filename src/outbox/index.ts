// Work that waits for the server: operations, and the rules by which they go out.
export * from './operation.ts'
export * from './outbox.ts'
export * from './state.ts'
export { nextTry } from './tries.ts'
