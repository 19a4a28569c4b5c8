import type { AppOperation } from '#app/outbox/intent.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { memoryStorage } from './memory-storage.ts'

/** A pending pick of 40 plants of a barcode on issuance 10000001; `other` replaces fields. */
export function pendingPick(barcode: string, other: Partial<AppOperation> = {}): AppOperation {
  const line = { ...emptyLine, id: '1', barcode, ordered: 40, status: 'RESERVED' as const }
  const place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
  return {
    id: `pick-${barcode}`,
    seq: 1,
    user: 'pia',
    lane: 'issuance 10000001',
    at: Date.now() - 60_000,
    intent: {
      type: 'line',
      kind: 'issuance',
      mode: 'inventory',
      place,
      step: 'pick',
      line,
      quantity: 40,
      reason: '',
    },
    together: 'pick inventory',
    apart: barcode,
    state: 'here',
    ...other,
  }
}

/** The server's reason for a refusal. */
export function notEnough(barcode: string) {
  return { code: 'insufficientQuantity', facts: { barcode } } as const
}

/** Returns the outbox's storage with these operations, in order. */
export function storageWith(...operations: readonly AppOperation[]) {
  const memory = memoryStorage()
  operations.forEach((each, at) => memory.operations.set(each.id, { ...each, seq: at + 1 }))
  return memory
}
