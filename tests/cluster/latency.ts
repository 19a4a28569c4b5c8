// Measures the cost of the synchronous standby: the same changes with and without it, alternating.
import { setTimeout as pause } from 'node:timers/promises'
import { barcodesOf } from '#tests/simulation/kills/warehouse.ts'
import type { App } from './failovers.ts'
import type { Machines } from './machines.ts'

/** Durations of changes in milliseconds, by percentile. */
export interface Latency {
  readonly p50: number
  readonly p95: number
}

const roundCount = 3
const changesPerRound = 100

/** Measures sequential corrections of one barcode, each in its own transaction. */
export async function measureLatency(
  machines: Machines,
  { clerks }: App,
): Promise<{ readonly withoutStandby: Latency; readonly withStandby: Latency }> {
  const times = { withoutStandby: [] as number[], withStandby: [] as number[] }
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
    const startedAt = performance.now()
    const { status } = await clerks.clerkOf(0).call('POST', 'plantinventory', { body })
    if (status !== 200) throw new Error(`A correction was refused: ${status}`)
    return performance.now() - startedAt
  }
  for (let round = 0; round < roundCount; round += 1) {
    for (const way of ['withoutStandby', 'withStandby'] as const) {
      const isOn = way === 'withStandby'
      await machines.configure({ synchronous_mode: isOn, synchronous_mode_strict: isOn })
      if (isOn) await machines.waitUntilComplete()
      // Patroni applies the setting within its loop of two seconds.
      await pause(6_000)
      for (let index = 0; index < changesPerRound; index += 1)
        times[way].push(await correct(1 + ((round * changesPerRound + index) % 900)))
    }
  }
  return { withoutStandby: latencyOf(times.withoutStandby), withStandby: latencyOf(times.withStandby) }
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((left, right) => left - right)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { p50: at(0.5), p95: at(0.95) }
}
