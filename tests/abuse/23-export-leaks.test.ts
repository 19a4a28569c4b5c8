import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#server/http/every-call.ts'
import { addFigure } from '#tests/support/figure.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'
import { openPlaces, type Places } from './places.ts'
import { type CallName, rows } from './rows-of-calls.ts'

// All answers and files that a person may read contain nothing of another location, and nothing of grower
// storage without its key. Refusals are tested in class 1; this file checks the contents of allowed answers.

let places: Places
let read = 0
beforeAll(async () => {
  places = await openPlaces()
  const { pool } = places.warehouse.database
  // Marker texts that are easy to find in any answer.
  await pool
    .query("update balance set place = 'MARK-OXN' where owner = 'OXN' and place = 'D-01'")
    .catch(() => undefined)
  await pool.query('update issuance set "comments" = \'MARK-OXN\' where number = $1', [
    Number(places.other.issuance),
  ])
})
afterAll(() => places.warehouse.close())

const reads = (Object.keys(rows) as CallName[]).filter(
  (name) => !(name in everyCall) || everyCall[name as keyof typeof everyCall].method === 'GET',
)
const skipped = new Set<CallName>([
  'changes',
  'presence',
  'importStock',
  'stopImport',
  'printservers.test',
  'printlabels',
  'printreport',
  'commandsheet',
])

// All texts that a person may read at their own location, by the path of the call.
async function readAll(username: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const extra = [
    `history/barcode/${places.other.barcode}`,
    `history/barcode/${places.own.barcode}?limit=500`,
    'export/stock?separator=semicolon',
    'printservers',
    ...['OPEN', 'SHIPPED', 'OPEN,RESERVED,SHIPPED,RECEIVED,CANCELLED'].map(
      (status) => `transfers?trimseasonid=S1&originlocationid=WAT&status=${status}`,
    ),
    'transfers?trimseasonid=S1&destinationlocationid=WAT',
    'issuance?trimseasonid=S1&inventorylocation=WAT&all=true&limit=500',
    'plantinventory?inventorylocation=WAT&commodity=STRAW&known=true&barcodeid=' + places.other.barcode,
  ]
  const paths = await Promise.all(
    reads
      .filter((name) => !skipped.has(name))
      .map(async (name) => (await rows[name].ask(places.own, places)).path),
  )
  for (const path of [...paths, ...extra]) {
    const response = await places.warehouse.call(username, 'GET', path)
    const text = await response.text()
    read += 1
    if (response.ok) texts.set(path, text)
  }
  return texts
}

const people = ['ada.admin', 'lena.lead', 'pia.picker', 'ravi.receiver', 'rhea.reader', 'nora.noaccess']

describe('Abuse 23: export leaks', () => {
  test.each(people)('%s reads nothing of another location', async (username) => {
    const { other } = places
    const marks = [
      'MARK-OXN',
      other.issuance,
      other.transfer,
      other.dump,
      other.count,
      other.return,
      other.request,
    ].map(String)
    for (const [path, text] of await readAll(username)) {
      for (const mark of marks) expect([path, text.includes(mark)]).toEqual([path, false])
      // The barcode itself is no secret (it is on the label), but its stock and movements are.
      const isQueryForIt = path.includes(other.barcode)
      if (!isQueryForIt) expect([path, text.includes(other.barcode)]).toEqual([path, false])
      else expect([path, /D-01|"Qty":\s*[1-9]/.test(text)]).toEqual([path, false])
    }
  })

  test('the same requests return the data to a person of that location', async () => {
    const movements = await places.warehouse.call('sam.super', 'GET', 'export/movements')
    expect(await movements.text()).toContain(places.other.barcode)
    const history = await places.warehouse.call('sam.super', 'GET', `history/barcode/${places.other.barcode}`)
    expect(((await history.json()) as { TotalRowCount: number }).TotalRowCount).toBeGreaterThan(0)
  })

  test.each(['pia.picker', 'ravi.receiver'])(
    '%s, without a key of grower storage, reads nothing of it',
    async (username) => {
      // Barcode 17 is stored for grower G1 at WAT.
      const storedBarcode = barcodeOf(17)
      for (const [path, text] of await readAll(username)) {
        expect([path, text.includes('grower-storage') || text.includes('#GR')]).toEqual([path, false])
        expect([path, text.includes(storedBarcode)]).toEqual([path, false])
      }
      for (const path of [
        `history/barcode/${storedBarcode}`,
        `plantholders?trimseasonid=S1&inventorylocation=WAT&barcodeid=${storedBarcode}`,
        `plantinventory?inventorylocation=WAT&commodity=STRAW&barcodeid=${storedBarcode}`,
      ]) {
        const response = await places.warehouse.call(username, 'GET', path)
        const text = await response.text()
        expect([path, text]).not.toEqual([path, expect.stringContaining('G1')])
        expect([path, text]).not.toEqual([path, expect.stringContaining('"Qty":40')])
      }
      for (const path of [
        'plantinventory?inventorylocation=WAT&commodity=STRAW&storagetype=GROWERSTORAGE',
        'growerdetails?trimseasonid=S1&inventorylocation=WAT&commodity=STRAW&returnedfromnbr=G1',
        'issuance?trimseasonid=S1&inventorylocation=WAT&storagetype=GROWERSTORAGE',
        'dump?trimseasonid=S1&dumpwarehouse=WAT&storagetype=GROWERSTORAGE',
      ]) {
        expect([path, (await places.warehouse.call(username, 'GET', path)).status]).toEqual([path, 403])
      }
    },
  )

  test('files are downloads that no cache stores', async (context) => {
    for (const path of ['export/stock', 'export/movements']) {
      const response = await places.warehouse.call('pia.picker', 'GET', path)
      await response.body?.cancel()
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('content-disposition')).toContain('attachment')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    addFigure(context, `answers and files looked through: ${read}; leaks: 0`)
  })
})
