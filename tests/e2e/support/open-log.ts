/**
 * Opens dumps and returns with a kept reason on slow devices and servers, to check the number of each line.
 */
import { type CDPSession, expect } from 'playwright/test'
import { DumpDetail } from '#core/kinds/dump/fields.ts'
import { ReturnDetail } from '#core/kinds/return/fields.ts'
import { fastScanner, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

export const LOGS = ['dump', 'return', 'dump of grower storage', 'return to grower storage'] as const
export type Log = (typeof LOGS)[number]

export interface OpenLog {
  readonly number: string
  readonly barcodes: readonly string[]
  /** The two reasons of its lines; the first one is kept. */
  readonly reasons: readonly [string, string]
  /** The quantities on the server, by barcode. */
  readonly saved: () => Promise<Readonly<Record<string, number>>>
  /** Quantity and reason on the server, by barcode: `12 MOLD`. */
  readonly savedWithReasons: () => Promise<Readonly<Record<string, string>>>
}

/** Opens the editor of a new log with a kept reason. Returns `count` barcodes with 60 plants each. */
export async function openLog(
  station: Workstation,
  warehouse: Warehouse,
  log: Log,
  count: number,
): Promise<OpenLog> {
  const { scanner, strip } = station
  const barcodes = await warehouse.plants(count)
  const isReturn = log.startsWith('return')
  const isFromGrowerStorage = log === 'dump of grower storage'
  const reasons =
    log === 'return to grower storage' ? (['COUNT', 'UNPLANTED'] as const) : (['MOLD', 'DRY'] as const)
  if (isReturn || isFromGrowerStorage) {
    const { grower } = await warehouse.shippedIssuance(barcodes.map((barcode) => ({ barcode, quantity: 60 })))
    await station.beginOn('lena.lead', warehouse.place, 'f', 'Return')
    await station.newReturn(grower.name, log === 'return' ? 'Dump' : 'Grower Storage')
    if (isFromGrowerStorage) {
      await scanner.scan('%T.R.COUNT', '%T.Q.60.KEEP', ...barcodes, '%T.DETAIL')
      await expect(station.text(`${count} of ${count} lines`)).toBeVisible()
      await scanner.scan('%T.RETURN')
      await expect(strip).toContainText('Order Returned Successfully')
      await station.hands.press('g')
      await expect(station.heading('Adjust Trim')).toBeVisible()
      await station.hands.press('b')
      await expect(station.heading('Issuance')).toBeVisible()
      await station.hands.press('b')
      await expect(station.heading('Dump')).toBeVisible()
      await station.newDump('Lena Moreau')
      await scanner.scan(`%T.GROWER.${grower.id}`)
    }
  } else {
    await station.beginOn('lena.lead', warehouse.place, 'z', 'Dump')
    await station.newDump('Lena Moreau')
  }
  await scanner.scan(`%T.R.${reasons[0]}`)
  await expect(station.text(/^Reason for the next scans: /)).toBeVisible()
  const number = station.tag
  const lines = async () => {
    await expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)
    const { location, season } = warehouse.place
    const trimseasonid = season.Id
    if (isReturn) {
      const query = new URLSearchParams({ trimseasonid, returnwarehouse: location })
      const { ReturnLines } = await warehouse.call(ReturnDetail, 'lena.lead', `return/${number}?${query}`)
      return (ReturnLines ?? []).map(({ Qty, ...line }) => ({ ...line, quantity: Qty ?? 0 }))
    }
    const storagetype = isFromGrowerStorage ? 'GROWERSTORAGE' : 'INVENTORY'
    const query = new URLSearchParams({ trimseasonid, dumpwarehouse: location, storagetype })
    const { DumpLogLines } = await warehouse.call(DumpDetail, 'lena.lead', `dump/${number}?${query}`)
    return (DumpLogLines ?? []).map(({ DumpQty, ...line }) => ({ ...line, quantity: DumpQty ?? 0 }))
  }
  return {
    number,
    barcodes,
    reasons,
    saved: async () =>
      Object.fromEntries((await lines()).map(({ BarcodeID, quantity }) => [BarcodeID, quantity])),
    savedWithReasons: async () =>
      Object.fromEntries(
        (await lines()).map(({ BarcodeID, quantity, ReasonCode }) => [
          BarcodeID,
          `${quantity} ${ReasonCode}`,
        ]),
      ),
  }
}

/** A scanner and a hand on a device with a CPU that is `slower` times slower. */
export class SlowHands {
  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async at({ page }: Workstation, slower: number): Promise<SlowHands> {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    return new SlowHands(session)
  }

  /** Scans codes at scanner speed and types numbers at a person's speed: `B123456789`, `12\n`. */
  async give(...inputs: readonly string[]): Promise<void> {
    for (const input of inputs) {
      const isTyped = /^\d{1,6}\n?$/.test(input)
      const plan = isTyped ? planKeys(input, { gapMs: 75, holdMs: 45 }) : planKeys(`${input}\n`, fastScanner)
      await sendTogether(this.#session, plan)
    }
  }

  async recover(): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}
