// Checks printed plant passports: every part of Annex VII is in its place, the traceability code is readable,
// and no passport lacks a part.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { layOutLabel } from '#features/printing/server/labels/label.ts'
import { isPassport, labelsOfPage } from '#features/printing/server/labels/label-template.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { sampleFacts } from '#features/printing/server/labels/sample-facts.ts'
import { sayOnPaper } from '#features/printing/server/paper/paper-texts.ts'
import { askForFile, printFile, printPages } from '#tests/support/paper-desk.ts'
import { cutOut, scanPicture } from '#tests/support/read-paper.ts'
import { readZpl } from '#tests/support/read-zpl.ts'
import { startZplPrinter, type ZplPrinter } from '#tests/support/render-zpl.ts'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let pia: Clerk
let printer: ZplPrinter
const run = (statement: string) => warehouse.database.pool.query(statement)

beforeAll(async () => {
  warehouse = await openWarehouse()
  pia = warehouse.clerk('pia.picker')
  printer = startZplPrinter()
  await run("update location set operator_number = 'DE-NI-0123456789' where code = 'WAT'")
  await run("update variety set botanical_name = 'Fragaria × ananassa' where code = 'ALB'")
  await run("update barcode set origin = 'NL, FR' where barcode <> 'B000000009'")
})
afterAll(async () => {
  await printer.close()
  await warehouse.close()
})

const read = readLabelTemplates()
const passports = (read.ok ? read.value : []).filter(isPassport)
const rolls = passports.filter((template) => labelsOfPage(template) === 1)
const lot = barcodeOf(1)
const labelQuery = { barcodeid: `${lot}*2`, inventorylocation: 'WAT', trimseasonid: 'S1' }
const both = (templates: typeof passports) =>
  templates.flatMap(({ id }) => ['203', '300'].map((dpi) => ({ id, dpi })))

test('there is one for a roll and one for a sheet, listed after the labels', () => {
  expect(rolls.length).toBeGreaterThan(0)
  expect(passports.length).toBeGreaterThan(rolls.length)
  expect((read.ok ? read.value : []).findIndex(isPassport)).toBeGreaterThan(0)
})

test.each(both(passports))(
  '$id at $dpi dots an inch: all parts, and C as barcode and QR code',
  async ({ id, dpi }) => {
    const pages = await printPages(pia, 'printlabels', { ...labelQuery, template: id, dpi }, Number(dpi))
    const template = passports.find((each) => each.id === id)
    const [page] = pages
    if (!page || !template) throw new Error('There is no page')
    expect(pages).toHaveLength(template.sheet ? 1 : 2)
    for (const words of [
      'Plant Passport',
      'A. Fragaria × ananassa ‘Albion’',
      'B. DE-NI-0123456789',
      `C. ${lot}`,
      'D. NL, FR',
    ]) {
      expect(page.text).toContain(words)
    }
    expect(page.text).not.toContain('/ Plant Passport')
    const dots = (millimetres: number) => Math.floor((millimetres / 25.4) * Number(dpi))
    const { width, height } = template.label
    const first = cutOut(page.picture, 0, 0, dots(width) - 1, dots(height) - 1)
    expect(await scanPicture(first, ['Code128', 'QRCode'])).toEqual([lot, lot])
  },
)

test.each(both(rolls))('$id from a label printer of $dpi dots an inch', async ({ id, dpi }) => {
  const query = { ...labelQuery, template: id, dpi, format: 'ZPL' }
  const zpl = (await printFile(pia, 'printlabels', query)).toString('utf8')
  const [format] = readZpl(zpl)
  expect(format?.count).toBe(2)
  const [label] = await printer.print(zpl, Number(dpi))
  expect(label?.read).toEqual([lot, lot])
})

test('the flag is at the upper left, the words at the upper right, everything in a frame', () => {
  for (const { elements, label } of passports) {
    const flag = elements.find(({ type }) => type === 'flag')
    const frame = elements.find(({ type }) => type === 'box')
    const title = elements.find((each) => each.type === 'text' && each.shows === 'passport')
    if (!flag || !frame || !title) throw new Error('A part is missing')
    expect(flag.x + flag.width).toBeLessThan(label.width / 2)
    expect(flag.y + flag.height).toBeLessThan(label.height / 2)
    expect(title.x).toBeGreaterThan(flag.x + flag.width)
    expect(title.y + title.height).toBeLessThan(label.height / 2)
    for (const each of elements) {
      expect(each.x).toBeGreaterThanOrEqual(frame.x)
      expect(each.y).toBeGreaterThanOrEqual(frame.y)
      expect(each.x + each.width).toBeLessThanOrEqual(frame.x + frame.width)
      expect(each.y + each.height).toBeLessThanOrEqual(frame.y + frame.height)
    }
  }
})

test.each(both(passports))(
  '$id at $dpi dots an inch for a protected zone: PZ, with the pests directly below, and C is readable',
  async ({ id, dpi }) => {
    await run("update variety set zone_pests = 'erwiam; PHYPPI' where code = 'ALB'")
    await run("update location set passport_words = 'Pflanzenpass' where code = 'WAT'")
    const [page] = await printPages(pia, 'printlabels', { ...labelQuery, template: id, dpi }, Number(dpi))
    expect(page?.text).toMatch(/Plant Passport – PZ ERWIAM, PHYPPI A\. /)
    // The official words without PZ have another meaning.
    expect(page?.text).not.toContain('Pflanzenpass')
    await run("update location set zone_words = 'Pflanzenpass – SG' where code = 'WAT'")
    const [other] = await printPages(pia, 'printlabels', { ...labelQuery, template: id, dpi })
    expect(other?.text).toContain('Pflanzenpass – SG / Plant Passport – PZ ERWIAM, PHYPPI')
    if (rolls.some((each) => each.id === id)) {
      const query = { ...labelQuery, template: id, dpi, format: 'ZPL' }
      const [label] = await printer.print(
        (await printFile(pia, 'printlabels', query)).toString('utf8'),
        Number(dpi),
      )
      expect(label?.read).toEqual([lot, lot])
    }
    await run("update variety set zone_pests = '' where code = 'ALB'")
    await run("update location set passport_words = '', zone_words = '' where code = 'WAT'")
  },
)

test('the pests of a protected zone are printed even if the template has no field for them', () => {
  const [template] = passports
  if (!template) throw new Error('There is no passport')
  const elements = template.elements.filter((each) => each.type !== 'text' || each.shows !== 'zone')
  const facts = { ...sampleFacts, passport: 'Plant Passport – PZ', zone: 'ERWIAM' }
  const words = (own: typeof template) =>
    layOutLabel(own, facts).flatMap((part) => (part.type === 'line' ? [part.text] : []))
  expect(words({ ...template, elements }).join(' ')).toContain('Plant Passport – PZ ERWIAM A. ')
  expect(words(template).filter((text) => text.includes('ERWIAM'))).toEqual(['ERWIAM'])
})

test('another official language is printed before the English words', async () => {
  await run("update location set passport_words = 'Pflanzenpass' where code = 'WAT'")
  const [page] = await printPages(pia, 'printlabels', { ...labelQuery, template: 'passport-100x50' })
  expect(page?.text).toContain('Pflanzenpass / Plant Passport')
  await run("update location set passport_words = '' where code = 'WAT'")
})

test('a variety without a botanical name has the genus of its commodity', async () => {
  const query = { ...labelQuery, barcodeid: barcodeOf(15), template: 'passport-100x50' }
  const [page] = await printPages(pia, 'printlabels', query)
  expect(page?.text).toContain('A. Fragaria ‘Monterey’')
})

test('without an origin it is not printed, nor are the others of the job; labels are', async () => {
  const query = { ...labelQuery, barcodeid: `${lot},${barcodeOf(9)}`, template: 'passport-100x50' }
  const refused = await askForFile(pia, 'printlabels', query)
  expect(refused).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'passportNoOrigin', facts: { barcode: barcodeOf(9) } } } },
  })
  expect((await askForFile(pia, 'printlabels', { ...query, template: 'roll-100x50' })).status).toBe(200)
})

test('is not printed without the operator’s number', async () => {
  await run("update location set operator_number = '' where code = 'WAT'")
  const refused = await askForFile(pia, 'printlabels', {
    ...labelQuery,
    template: 'passport-57x32',
    format: 'ZPL',
  })
  expect(refused).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'passportNoOperator', facts: { location: 'WAT' } } } },
  })
  await run("update location set operator_number = 'DE-NI-0123456789' where code = 'WAT'")
})

describe('a botanical name that is too long for the label', () => {
  // Fits on 100 × 50 mm in two lines, and on no smaller passport.
  const long = 'Vaccinium corymbosum × Vaccinium angustifolium × Vaccinium darrowii'
  const name = (botanical: string) =>
    run(`update variety set botanical_name = '${botanical}' where code = 'ALB'`)
  afterEach(() => name('Fragaria × ananassa'))

  test('is not printed in part: the refusal names the label with enough room', async () => {
    await name(long)
    for (const format of ['PDF', 'ZPL']) {
      const refused = await askForFile(pia, 'printlabels', {
        ...labelQuery,
        template: 'passport-57x32',
        format,
      })
      expect(refused).toMatchObject({
        status: 409,
        body: {
          state: {
            refusal: {
              code: 'labelTextCut',
              facts: {
                barcode: lot,
                template: 'Plant passport, 57 × 32 mm',
                larger: 'Plant passport, 100 × 50 mm',
              },
            },
          },
        },
      })
    }
  })

  test('is complete in two lines on the larger label', async () => {
    await name(long)
    const [page] = await printPages(pia, 'printlabels', { ...labelQuery, template: 'passport-100x50' })
    expect(page?.text).toContain(`A. ${long} ‘Albion’`)
    expect(page?.text).not.toContain('…')
  })

  test('is refused with the text to shorten if no label has enough room', async () => {
    await name('W'.repeat(100))
    const refused = await askForFile(pia, 'printlabels', { ...labelQuery, template: 'passport-100x50' })
    expect(refused).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'labelTextTooLong', facts: { barcode: lot } } } },
    })
  })
})

test('no product label cuts its barcode, quantity or licence', () => {
  const widest = {
    ...sampleFacts,
    barcode: 'WWWWWWWWWW',
    quantity: '888,888,888 plants',
    licence: sayOnPaper('labels.licence'),
  }
  for (const template of read.ok ? read.value : []) {
    const cut = layOutLabel(template, widest).filter(
      (part) => part.type === 'line' && part.text.includes('…'),
    )
    expect([template.id, cut]).toEqual([template.id, []])
  }
})

test('the list of templates distinguishes them from labels', async () => {
  const { body } = await pia.get<{ Result: { Id: string; Passport: boolean }[] }>('labeltemplates')
  expect(body.Result.filter(({ Passport }) => Passport).map(({ Id }) => Id)).toEqual(
    passports.map(({ id }) => id),
  )
})

test('a passport does not replace a missing label, since it would lack facts', async () => {
  const { body } = await pia.get<{ Instead: { Template: string } }>('printlabels', {
    ...labelQuery,
    template: 'gone',
  })
  expect(body.Instead.Template).toBe('Roll, 100 × 50 mm')
})
