import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Account,
  adjustedAccount,
  growerStorageAccount,
  isContra,
  stockAccount,
} from '#core/kinds/accounts.ts'
import { type AccountOf, type Balance, type LedgerPort, type Movement, openLedger } from './ledger.ts'

const barcode = 'B000000001'
const shelf = stockAccount('WAT', 'A-01')
const storage = growerStorageAccount('WAT', 'G1')
const adjusted = adjustedAccount('WAT')
const accounts = [shelf, storage, adjusted]
const of = (account: Account): AccountOf => ({ barcode, account })

// Balances in memory that record all writes.
function memory(start: readonly Balance[]) {
  const written: { balances: readonly Balance[]; movements: readonly Movement[] }[] = []
  const port: LedgerPort = {
    netInflows: async () => ({ latest: 0, went: [] }),
    lock: async () => start,
    write: async (balances, movements) => {
      written.push({ balances, movements })
    },
  }
  return { port, written }
}

const move = (from: Account, to: Account, qty: number): Movement => ({
  by: 'tester',
  barcode,
  from,
  to,
  qty,
  cause: { reason: 'COUNT' },
  claimedAt: null,
})

test('reserves only available plants and otherwise returns false without a change', async () => {
  const { port, written } = memory([{ ...of(shelf), qty: 10, reserved: 4 }])
  const ledger = await openLedger(port, [of(shelf)])
  expect(ledger.available(of(shelf))).toBe(6)
  expect(ledger.hold(of(shelf), 7)).toBe(false)
  expect(ledger.hold(of(shelf), 6)).toBe(true)
  expect(ledger.hold(of(shelf), -10)).toBe(true)
  await ledger.write()
  expect(written).toEqual([{ balances: [{ ...of(shelf), qty: 10, reserved: 0 }], movements: [] }])
})

test('treats an unknown account as empty', async () => {
  const ledger = await openLedger(memory([]).port, [of(shelf)])
  expect(ledger.available(of(shelf))).toBe(0)
  expect(ledger.hold(of(shelf), 1)).toBe(false)
  expect(ledger.move(move(shelf, storage, 1))).toBe(false)
})

test('writes nothing without changes and locks nothing without accounts', async () => {
  const { port, written } = memory([])
  const ledger = await openLedger({ ...port, lock: () => Promise.reject(new Error('asked')) }, [])
  await ledger.write()
  expect(written).toEqual([])
})

test('keeps sums at 0 and balances at or above 0, with a movement for every change, for random attempts', async () => {
  const account = fc.constantFrom(...accounts)
  const attempt = fc.record({
    from: account,
    to: account,
    qty: fc.integer({ min: 1, max: 30 }),
    hold: fc.option(fc.integer({ min: 0, max: 30 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { maxLength: 40 }), async (attempts) => {
      const start = [
        { ...of(shelf), qty: 50, reserved: 0 },
        { ...of(adjusted), qty: -50, reserved: 0 },
      ]
      const { port, written } = memory(start)
      const ledger = await openLedger(port, accounts.map(of))
      let held = 0
      for (const { from, to, qty, hold } of attempts.filter((each) => each.from !== each.to)) {
        if (hold === null) ledger.move(move(from, to, qty))
        else if (ledger.hold(of(shelf), hold - held)) held = hold
      }
      await ledger.write()
      const [{ balances, movements } = { balances: [], movements: [] }] = written
      const balanceOf = (each: Account) =>
        balances.find((balance) => balance.account === each) ??
        start.find((balance) => balance.account === each) ?? { qty: 0, reserved: 0 }
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(sum(accounts.map((each) => balanceOf(each).qty))).toBe(0)
      for (const each of accounts) {
        const { qty, reserved } = balanceOf(each)
        const came = sum(movements.filter((one) => one.to === each).map((one) => one.qty))
        const went = sum(movements.filter((one) => one.from === each).map((one) => one.qty))
        const before = start.find((balance) => balance.account === each)?.qty ?? 0
        expect(qty).toBe(before + came - went)
        expect(reserved).toBe(each === shelf ? held : 0)
        if (!isContra(each)) expect(qty).toBeGreaterThanOrEqual(reserved)
      }
    }),
  )
})
