// What the synchronous standby costs: the same changes with it and without, in turns.
import { setTimeout as pause } from 'node:timers/promises'
import { barcodesOf } from '#tests/simulation/kills/warehouse.ts'
import type { App } from './failovers.ts'
import type { Machines } from './machines.ts'

/** Milliseconds that a change took, by share of the changes. */
export interface Latency {
  readonly p50: number
  readonly p95: number
}

const rounds = 3
const changes = 100

/** Measures corrections of one barcode, one after the other, each a transaction of its own. */
export async function measureLatency(
  machines: Machines,
  { clerks }: App,
): Promise<{ readonly alone: Latency; readonly together: Latency }> {
  const times = { alone: [] as number[], together: [] as number[] }
  const [barcode] = barcodesOf(0, 0)
  const correct = async (qty: number) => {
    const body = {
      TransactionType: 'ADJUST',
      TransactionReason: 'OPENING',
      InventoryLocation: 'SAL',
      StorageLocation: 'C-01',
      BarcodeID: barcode,
      Qty: qty,
      TrimSeason: 'S1',
    }
    const began = performance.now()
    const { status } = await clerks.clerkOf(0).call('POST', 'plantinventory', { body })
    if (status !== 200) throw new Error(`A correction was refused: ${status}`)
    return performance.now() - began
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['alone', 'together'] as const) {
      const isOn = way === 'together'
      await machines.configure({ synchronous_mode: isOn, synchronous_mode_strict: isOn })
      if (isOn) await machines.whole()
      // Patroni has told the primary within its loop of two seconds.
      await pause(6_000)
      for (let at = 0; at < changes; at += 1)
        times[way].push(await correct(1 + ((round * changes + at) % 900)))
    }
  }
  return { alone: latencyOf(times.alone), together: latencyOf(times.together) }
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((left, right) => left - right)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { p50: at(0.5), p95: at(0.95) }
}
