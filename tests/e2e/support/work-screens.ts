/** Opens each screen that accepts quantities, with some lines, and reads their quantities from the server. */
import { expect } from 'playwright/test'
import { fields as countFields } from '#core/kinds/count/fields.ts'
import { TransferDetail } from '#core/kinds/transfer/fields.ts'
import { openLog } from './open-log.ts'
import { fillShelf, newCount } from './shelves.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

export const WORK_SCREENS = [
  'issuance editor',
  'issuance picking',
  'transfer editor',
  'transfer picking',
  'transfer receiving',
  'return',
  'dump',
  'dump of grower storage',
  'return to grower storage',
  'count',
  'Adjust Trim',
] as const
export type WorkScreen = (typeof WORK_SCREENS)[number]

export interface OpenWork {
  readonly barcodes: readonly string[]
  /**
   * Quantities on the server, by barcode: ordered, picked, received, returned, dumped, counted, or on hand.
   */
  readonly saved: () => Promise<Readonly<Record<string, number>>>
}

// The initial quantity of each line, on screens where lines can have one.
const initialQuantity = 30
const destination = 'FLC'

const waitUntilSent = (station: Workstation) =>
  expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)

type Open = (station: Workstation, warehouse: Warehouse, count: number) => Promise<OpenWork>

const readIssued = async (station: Workstation, warehouse: Warehouse, tag: string, picked: boolean) => {
  await waitUntilSent(station)
  const { InventoryLines } = await warehouse.issued(tag)
  return Object.fromEntries(
    (InventoryLines ?? []).map(({ BarcodeID, OrderQty, PickQty }) => [
      BarcodeID,
      (picked ? PickQty : OrderQty) ?? 0,
    ]),
  )
}

const openReceiving: Open = async (station, warehouse, count) => {
  const barcodes = await warehouse.plants(count)
  const lines = barcodes.map((barcode) => ({ barcode, quantity: initialQuantity }))
  const number = await warehouse.shippedTransfer(destination, lines)
  await station.beginTransfers('ravi.receiver', warehouse.placeAt(destination), 'receiving')
  await station.scanner.scan(number)
  await expect(station.heading(`Transfer ${number}`)).toBeVisible()
  await station.scanner.scan(...barcodes)
  await expect(station.text(`${count} of ${count} lines`)).toBeVisible()
  return {
    barcodes,
    saved: async () => {
      await waitUntilSent(station)
      const found = await warehouse.call(TransferDetail, 'ada.admin', `transfers/${number}`)
      return Object.fromEntries(
        (found.TransferLines ?? []).map(({ BarcodeID, ReceivedQty }) => [BarcodeID, ReceivedQty ?? 0]),
      )
    },
  }
}

const openCount: Open = async (station, warehouse, count) => {
  const shelf = `COUNT-W${count}`
  const barcodes = await fillShelf(warehouse, shelf, 'WA', count)
  await station.beginOn('pia.picker', warehouse.place, 'i', 'Issuance')
  const number = await newCount(station, shelf)
  await station.scanner.scan(`%T.Q.${initialQuantity}.KEEP`, ...barcodes, '%T.Q.END')
  const saved = async () => {
    await waitUntilSent(station)
    const query = new URLSearchParams({
      trimseasonid: warehouse.place.season.Id,
      inventorylocation: warehouse.place.location,
    })
    const found = await warehouse.call(countFields.schemas.Detail, 'pia.picker', `count/${number}?${query}`)
    return Object.fromEntries(
      (found.CountLines ?? []).map(({ BarcodeID, CountedQty }) => [BarcodeID, CountedQty ?? 0]),
    )
  }
  return { barcodes, saved }
}

const openTrim: Open = async (station, warehouse, count) => {
  const barcodes = await warehouse.plants(count)
  await station.beginOn('pia.picker', warehouse.place, 'g', 'Adjust Trim')
  return {
    barcodes,
    saved: async () => {
      const stocks = await Promise.all(barcodes.map((barcode) => warehouse.stockOf(barcode)))
      return Object.fromEntries(barcodes.map((barcode, index) => [barcode, stocks[index]?.onHand ?? 0]))
    },
  }
}

const openIssuance =
  (picks: boolean): Open =>
  async (station, warehouse, count) => {
    const barcodes = await warehouse.plants(count)
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: initialQuantity })))
    await station.begin('pia.picker', warehouse.place)
    if (picks) {
      await station.openIssuance(tag)
      await station.scanner.scan(...barcodes)
      await expect(station.text(`${count} of ${count} lines`)).toBeVisible()
    } else await station.openEditor(tag)
    return { barcodes, saved: () => readIssued(station, warehouse, tag, picks) }
  }

const openTransfer =
  (picks: boolean): Open =>
  async (station, warehouse, count) => {
    const barcodes = await warehouse.plants(count)
    const number = await warehouse.reservedTransfer(
      destination,
      barcodes.map((barcode) => ({ barcode, quantity: initialQuantity })),
    )
    await station.beginTransfers('lena.lead', warehouse.place)
    await station.scanner.scan(number)
    await expect(station.heading(`Transfer ${number}`)).toBeVisible()
    if (picks) {
      await station.scanner.scan(...barcodes)
      await expect(station.text(`${count} of ${count} lines`)).toBeVisible()
    } else {
      await station.scanner.scan('%T.EDIT')
      await expect(station.quantityOf(barcodes[0] ?? '')).toBeVisible()
    }
    return {
      barcodes,
      saved: async () => {
        await waitUntilSent(station)
        const found = await warehouse.call(TransferDetail, 'lena.lead', `transfers/${number}`)
        return Object.fromEntries(
          (found.TransferLines ?? []).map(({ BarcodeID, OrderQty, Qty, PickQty }) => [
            BarcodeID,
            (picks ? (PickQty ?? Qty) : OrderQty) ?? 0,
          ]),
        )
      },
    }
  }

/** Opens a screen as a person who may work on it. */
export function openWork(
  station: Workstation,
  warehouse: Warehouse,
  screen: WorkScreen,
  count: number,
): Promise<OpenWork> {
  switch (screen) {
    case 'issuance editor':
      return openIssuance(false)(station, warehouse, count)
    case 'issuance picking':
      return openIssuance(true)(station, warehouse, count)
    case 'transfer editor':
      return openTransfer(false)(station, warehouse, count)
    case 'transfer picking':
      return openTransfer(true)(station, warehouse, count)
    case 'transfer receiving':
      return openReceiving(station, warehouse, count)
    case 'count':
      return openCount(station, warehouse, count)
    case 'Adjust Trim':
      return openTrim(station, warehouse, count)
    default:
      return openLog(station, warehouse, screen, count)
  }
}
