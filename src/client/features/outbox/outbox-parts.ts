// What of the outbox stands around the screens: one file to fetch.
export { OutboxChip } from './outbox-chip.tsx'
export { OutboxWatch } from './outbox-watch.tsx'
