import { describe, expect, it } from 'vitest'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import {
  type AdjustEffect,
  type AdjustEvent,
  type AdjustState,
  initialAdjustState,
  keyOf,
} from './adjust-state.ts'
import { type AdjustContext, reduceAdjust } from './reduce-adjust.ts'

const ONE = 'B000000001'
const TWO = 'B000000002'

const recordOf = (BarcodeID: string, Qty: number, StorageLocation = 'A-01') =>
  ({ BarcodeID, StorageLocation, Qty, AvailableQty: Qty }) as InventoryRecord

const context: AdjustContext = {
  place: { location: 'WAT', season: { id: 'S1', name: '2026', commodity: 'STRAW' } },
  mode: 'inventory',
  grower: '',
  nameOfStorage: (storageLocation) => storageLocation,
  mayFocusLine: () => true,
  labelsToOffer: (missing) => missing,
}
const key = { id: 'k1', source: 'key' } as const
const scan = { id: 's1', source: 'scan' } as const

// The screen with its reducer; `last` is the only effect of the last event.
const openScreen = (change: Partial<AdjustContext> = {}) => {
  let state: AdjustState = initialAdjustState
  let effects: readonly AdjustEffect[] = []
  const send = (event: AdjustEvent) => {
    ;[state, effects] = reduceAdjust(state, event, { ...context, ...change })
  }
  const last = <Type extends AdjustEffect['type']>(type: Type) => {
    const [effect, ...others] = effects
    expect([effect?.type, ...others]).toEqual([type])
    return effect as Extract<AdjustEffect, { readonly type: Type }>
  }
  const rows = () =>
    state.rows.map(({ record, typed, sending }) => [record.BarcodeID, record.Qty, typed, sending])
  return {
    send,
    last,
    rows,
    state: () => state,
    effects: () => effects,
    answer: (by: Extract<AdjustEffect, { readonly type: 'search' }>, ...records: InventoryRecord[]) =>
      send({ type: 'searched', by, answer: { found: { records, total: records.length }, asOf: null } }),
    find: (barcode: string, quantity?: number) => {
      send({ type: 'find', barcode, quantity, cause: scan })
      return last('search')
    },
  }
}
type Screen = ReturnType<typeof openScreen>

// Corrects the first row from 100 up to its storage on the device.
const correct = ({ send, last }: Screen, quantity: number) => {
  send({ type: 'adjust', barcode: ONE, quantity, cause: key })
  const { correction } = last('askReason')
  send({ type: 'reasonChosen', correction, reason: 'COUNT' })
  last('store')
  send({ type: 'stored', correction })
  return correction
}

describe('a search', () => {
  it('is replaced by a newer one, whose rows stay', () => {
    const screen = openScreen()
    const first = screen.find(ONE)
    const second = screen.find(TWO)
    screen.answer(second, recordOf(TWO, 50))
    screen.answer(first, recordOf(ONE, 100))
    expect(screen.rows()).toEqual([[TWO, 50, null, false]])
    expect(screen.last('report').outcome.code).toBe('noDataForBarcode')
  })

  it('keeps rows with input, and none of the others', () => {
    const screen = openScreen()
    screen.send({ type: 'list', filter: { variety: 'ALB' }, focusFirst: false })
    screen.answer(screen.last('search'), recordOf(ONE, 100), recordOf(TWO, 50))
    screen.send({ type: 'typed', key: keyOf(recordOf(ONE, 100)), text: '90' })
    screen.answer(screen.find('B000000003'), recordOf('B000000003', 7))
    expect(screen.rows()).toEqual([
      ['B000000003', 7, null, false],
      [ONE, 100, '90', false],
    ])
  })

  it('does not begin in grower storage without a grower', () => {
    const screen = openScreen({ mode: 'growerStorage' })
    screen.send({ type: 'find', barcode: ONE, quantity: undefined, cause: scan })
    expect(screen.last('report').outcome.code).toBe('growerMissing')
  })

  it('requests no focus for a row whose quantity may not take it', () => {
    const screen = openScreen({ mayFocusLine: () => false })
    screen.answer(screen.find(ONE), recordOf(ONE, 100))
    expect(screen.state().current).toBe(keyOf(recordOf(ONE, 100)))
    expect(screen.state().focusRequest).toBeLessThanOrEqual(0)
    expect(screen.last('report').outcome).toMatchObject({ code: 'trim.found', wants: 'quantity' })
  })
})

describe('a barcode on several shelves', () => {
  it('asks for the shelf once: a number typed after the scan is for the same shelf', () => {
    const screen = openScreen()
    screen.answer(screen.find(ONE), recordOf(ONE, 100), recordOf(ONE, 1400, 'F-06'))
    const { wanted, rows } = screen.last('askShelf')
    screen.send({ type: 'shelfChosen', wanted, row: rows[1] ?? null })
    expect(screen.last('report').outcome.code).toBe('trim.found')
    screen.send({ type: 'selected', key: keyOf(recordOf(ONE, 100)) })
    const number = { id: 'n1', source: 'scan', of: scan.id } as const
    screen.send({ type: 'find', barcode: ONE, quantity: 1390, cause: number })
    screen.answer(screen.last('search'), recordOf(ONE, 100), recordOf(ONE, 1400, 'F-06'))
    expect(screen.last('askReason').correction.row.record.StorageLocation).toBe('F-06')
  })

  it('changes nothing when the question is closed', () => {
    const screen = openScreen()
    screen.answer(screen.find(ONE, 90), recordOf(ONE, 100), recordOf(ONE, 1400, 'F-06'))
    screen.send({ type: 'shelfChosen', wanted: screen.last('askShelf').wanted, row: null })
    expect(screen.last('report').outcome.code).toBe('shelf.left')
    expect(screen.rows().map(([, , typed]) => typed)).toEqual([null, null])
  })
})

describe('a correction', () => {
  const openRow = (record = recordOf(ONE, 100)) => {
    const screen = openScreen()
    screen.answer(screen.find(ONE), record)
    return screen
  }

  it('is refused below the reserved quantity, before the reason', () => {
    const screen = openRow({ ...recordOf(ONE, 100), AvailableQty: 80 })
    screen.send({ type: 'adjust', barcode: ONE, quantity: 7, cause: key })
    expect(screen.last('report').outcome.code).toBe('belowReserved')
    expect(screen.state().rows[0]?.problem?.code).toBe('belowReserved')
  })

  it.each([
    ['takes the focus back after a key', key, 1],
    ['leaves the focus to the next scan after a scan', scan, -1],
  ] as const)('that is refused %s', (_name, cause, sign) => {
    const screen = openRow()
    screen.send({ type: 'adjust', barcode: ONE, quantity: 100, cause })
    expect(screen.last('report').outcome.tone).toBe('error')
    expect(Math.sign(screen.state().focusRequest)).toBe(sign)
  })

  it('keeps the input and returns the focus when the reason is not given', () => {
    const screen = openRow()
    screen.send({ type: 'adjust', barcode: ONE, quantity: 104, cause: key })
    const { correction } = screen.last('askReason')
    expect(correction.extraLabels).toBe(4)
    const before = screen.state().focusRequest
    screen.send({ type: 'reasonChosen', correction, reason: null })
    expect(screen.rows()).toEqual([[ONE, 100, '104', false]])
    expect(screen.state().focusRequest).toBe(before + 1)
  })

  it('is shown once it is stored, and is sent with the stock that was seen', () => {
    const screen = openRow()
    screen.send({ type: 'adjust', barcode: ONE, quantity: 104, cause: key })
    const { correction } = screen.last('askReason')
    screen.send({ type: 'reasonChosen', correction, reason: 'COUNT' })
    expect(screen.last('store').intent).toMatchObject({
      record: { Qty: 100 },
      quantity: 104,
      reason: 'COUNT',
    })
    expect(screen.rows()).toEqual([[ONE, 100, '104', true]])
    screen.send({ type: 'adjust', barcode: ONE, quantity: 105, cause: key })
    expect(screen.last('report').outcome.tone).toBe('busy')
    screen.send({ type: 'stored', correction })
    expect(screen.rows()).toEqual([[ONE, 104, null, false]])
    expect(screen.state().focusRequest).toBeLessThanOrEqual(0)
  })

  it('stays in the row when the device cannot store it', () => {
    const screen = openRow()
    screen.send({ type: 'adjust', barcode: ONE, quantity: 104, cause: key })
    const { correction } = screen.last('askReason')
    screen.send({ type: 'reasonChosen', correction, reason: 'COUNT' })
    screen.send({ type: 'stored', correction, failure: 'notSaved' })
    expect(screen.rows()).toEqual([[ONE, 100, '104', false]])
    expect(screen.last('report').outcome.code).toBe('outbox.notSaved')
  })

  it('shows the current stock, the input and the reason when the server refuses it', () => {
    const screen = openRow()
    const correction = correct(screen, 7)
    const why = { code: 'refused', facts: { message: 'Not now' } }
    screen.send({ type: 'replied', correction, result: { type: 'refused', why } })
    const by = screen.last('readRow')
    expect(screen.rows()).toEqual([[ONE, 100, '7', false]])
    screen.send({ type: 'rowRead', by, record: recordOf(ONE, 60) })
    expect(screen.rows()).toEqual([[ONE, 60, '7', false]])
    expect(screen.last('report').outcome).toMatchObject({ tone: 'error', facts: { barcode: ONE } })
    expect(screen.state().rows[0]?.problem).not.toBeNull()
  })
})

describe('a reload', () => {
  const openRow = () => {
    const screen = openScreen()
    screen.answer(screen.find(ONE), recordOf(ONE, 100))
    return screen
  }

  it('that began before a correction does not show the old quantity, also after the reply', () => {
    const screen = openRow()
    screen.send({ type: 'reload' })
    const by = screen.last('readAgain')
    const correction = correct(screen, 104)
    screen.send({ type: 'reloaded', by, records: [recordOf(ONE, 100)] })
    expect(screen.rows()).toEqual([[ONE, 104, null, false]])
    screen.send({ type: 'replied', correction, result: { type: 'confirmed' } })
    screen.send({ type: 'reloaded', by, records: [recordOf(ONE, 100)] })
    expect(screen.rows()).toEqual([[ONE, 104, null, false]])
    screen.send({ type: 'reload' })
    screen.send({ type: 'reloaded', by: screen.last('readAgain'), records: [recordOf(ONE, 110)] })
    expect(screen.rows()).toEqual([[ONE, 110, null, false]])
  })

  it('keeps the input, and reads rows of earlier searches one by one', () => {
    const screen = openRow()
    screen.send({ type: 'typed', key: keyOf(recordOf(ONE, 100)), text: '90' })
    screen.answer(screen.find(TWO), recordOf(TWO, 50))
    screen.send({ type: 'reload' })
    screen.send({ type: 'reloaded', by: screen.last('readAgain'), records: [recordOf(TWO, 40)] })
    screen.send({ type: 'rowRead', by: screen.last('readRow'), record: recordOf(ONE, 95) })
    expect(screen.rows()).toEqual([
      [TWO, 40, null, false],
      [ONE, 95, '90', false],
    ])
  })

  it('leaves a row alone whose correction is being stored', () => {
    const screen = openRow()
    screen.send({ type: 'reload' })
    const by = screen.last('readAgain')
    screen.send({ type: 'adjust', barcode: ONE, quantity: 104, cause: key })
    screen.send({ type: 'reasonChosen', correction: screen.last('askReason').correction, reason: 'COUNT' })
    screen.send({ type: 'reloaded', by, records: [recordOf(ONE, 60)] })
    expect(screen.rows()).toEqual([[ONE, 100, '104', true]])
    expect(screen.effects()).toEqual([])
  })

  it('reads nothing before the first search', () => {
    const screen = openScreen()
    screen.send({ type: 'reload' })
    expect(screen.effects()).toEqual([])
  })
})

it('takes a text equal to the saved quantity as no input', () => {
  const screen = openScreen()
  screen.answer(screen.find(ONE), recordOf(ONE, 100))
  const row = keyOf(recordOf(ONE, 100))
  screen.send({ type: 'typed', key: row, text: '10' })
  expect(screen.rows()).toEqual([[ONE, 100, '10', false]])
  screen.send({ type: 'typed', key: row, text: '100' })
  expect(screen.rows()).toEqual([[ONE, 100, null, false]])
})

it('adds the next page behind the rows, once', () => {
  const screen = openScreen()
  screen.send({ type: 'list', filter: { variety: 'ALB' }, focusFirst: false })
  const by = screen.last('search')
  const found = { records: [recordOf(ONE, 100)], total: 2, next: 'cursor' }
  screen.send({ type: 'searched', by, answer: { found, asOf: null } })
  screen.send({ type: 'loadMore' })
  const page = screen.last('readPage')
  screen.send({ type: 'loadMore' })
  expect(screen.effects()).toEqual([])
  const value = { records: [recordOf(ONE, 100), recordOf(TWO, 50)], total: 2 }
  screen.send({ type: 'pageRead', by: page, answer: { ok: true, value } })
  expect(screen.rows().map(([barcode]) => barcode)).toEqual([ONE, TWO])
})
