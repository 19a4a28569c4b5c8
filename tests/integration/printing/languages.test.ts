import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPaper } from '#tests/support/read-paper.ts'
import { barcodeOf, type Clerk, moreLots, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Reports and sheets are in the language of the workstation that prints. Labels are always in one language,
// since they go with the plants.

let warehouse: Warehouse
let ada: Clerk
const barcode = barcodeOf(501)

beforeAll(async () => {
  warehouse = await openWarehouse(moreLots(501, 1, 1_500))
  ada = warehouse.clerk('ada.admin')
})
afterAll(() => warehouse.close())

// Returns the printed text for this Accept-Language.
async function printed(call: string, query: Readonly<Record<string, string>>, language: string | undefined) {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
  const { status, body } = await ada.get<{ FileData: string }>(call, query, headers)
  expect(status).toBe(200)
  const pages = await readPaper(Buffer.from(body.FileData, 'base64'))
  return pages.map(({ text }) => text).join(' ')
}

const issuance = async () => {
  const tag = await ada.create({ IssueDate: '2026-05-06' })
  expect((await ada.order(tag, barcode, 1_200)).status).toBe(200)
  return tag
}

test('a report is in the requested language, and in English for any other', async () => {
  const tag = await issuance()
  const report = { reportname: 'Grower Issuance', refnbr: tag }
  // Simultaneous requests: each answer has its own language.
  const [spanish, english, french, unasked] = await Promise.all(
    ['es-MX', 'en', 'fr-FR,es;q=0.5', undefined].map((language) => printed('printreport', report, language)),
  )
  for (const words of [
    'Entrega a productor',
    'RESERVADO',
    '6 may 2026',
    'Fecha',
    'Variedad',
    'Tipo de planta',
    '1 línea 1,200',
    'Entregó, fecha',
    'Impreso por ada.admin',
    'Página 1 de 1',
  ])
    expect(spanish).toContain(words)
  expect(spanish).not.toMatch(/Printed by|Page 1|Ordered|Issued/)
  for (const other of [english, french, unasked]) {
    expect(other).toContain('Grower Issuance')
    expect(other).toContain('6 May 2026')
    expect(other).toContain('Page 1 of 1')
  }
})

test('the command sheet has Spanish names, and the same barcodes', async () => {
  const [spanish, english] = await Promise.all([
    printed('commandsheet', { inventorylocation: 'WAT' }, 'es'),
    printed('commandsheet', { inventorylocation: 'WAT' }, 'en'),
  ])
  expect(spanish).toContain('Códigos de comando')
  expect(spanish).toContain('Embarcar')
  const barcodes = (text: string) => [...new Set(text.match(/%T[.A-Z0-9]+/g))].sort()
  expect(barcodes(spanish)).toEqual(barcodes(english))
})

test('a label is the same in every language', async () => {
  const label = {
    barcodeid: barcode,
    inventorylocation: 'WAT',
    trimseasonid: 'S1',
    labels: '1',
    format: 'ZPL',
  }
  const zpl = async (language: string) =>
    (await ada.get<{ FileData: string }>('printlabels', label, { 'accept-language': language })).body.FileData
  expect(await zpl('es-MX')).toBe(await zpl('en'))
})
