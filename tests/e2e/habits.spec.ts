import { readFile } from 'node:fs/promises'
import { readBarcodes } from '#tests/support/read-barcodes.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { formatQuantity } from './support/format-quantity.ts'
import { recordOutcomes } from './support/outcomes.ts'
import { expect, test } from './support/test.ts'
import { Workstation } from './support/workstation.ts'

test.describe('a quantity before the scan', () => {
  test('is shown, cleared with Escape, and orders the next barcode', async ({ station, warehouse }) => {
    const [first = '', second = '', third = ''] = await warehouse.plants(3)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.hands.type('12')
    await expect(station.strip).toContainText('Next: × 12')
    await station.hands.press('Escape')
    await expect(station.strip).not.toContainText('Next:')

    await station.hands.type('40')
    await station.scanner.scan(first)
    await expect(station.strip).toContainText(`${first}: ordered 40.`)
    // Enter the quantity with command barcodes: digit by digit, then as a whole.
    await station.scanner.scan('%T.D.2', '%T.D.5')
    await expect(station.strip).toContainText(`25 → …${first.slice(-4)} (now 40)?`)
    await station.scanner.scan(second)
    await expect(station.strip).toContainText(`${second}: ordered 25.`)
    await station.scanner.scan('%T.Q.30', '%T.CLEAR')
    await expect(station.strip).toContainText('The quantity was cleared.')
    await station.scanner.scan(third)
    await expect(station.quantityOf(third)).toHaveValue('0')
    expect((await warehouse.summaryOf(tag)).lines).toEqual(
      [`${first} RESERVED 40/-`, `${second} RESERVED 25/-`].toSorted(),
    )
  })

  test('that looks like a barcode is refused, whether typed or scanned', async ({ station, warehouse }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.scanner.scan(barcode)
    await expect(station.quantityOf(barcode)).toBeFocused()
    await station.hands.press('Escape')
    await station.scanner.scan('%T.Q.1234567890')
    await expect(station.strip).toContainText('Not done')
    await station.scanner.scan('%T.OK')
    await station.page.getByRole('main').focus()
    await station.hands.type('1234567890')
    await expect(station.strip).toContainText('1234567890 looks like a barcode, not a quantity.')
    await expect(station.strip).not.toContainText('Next:')
    expect((await warehouse.summaryOf(tag)).lines).toEqual([])
  })
})

test.describe('the same barcode again', () => {
  test('Fault 05: focuses its line, with a message of its document kind', async ({ station, warehouse }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.scanner.scan('%T.Q.40', barcode)
    await expect(station.strip).toContainText(`${barcode}: ordered 40.`)
    await station.scanner.scan(barcode)
    await expectAndRecord(station.strip, `${barcode} is on the list already.`)
    await expect(station.quantityOf(barcode)).toBeFocused()
    await station.scanner.scan('%T.DETAIL')
    await expect(station.text('0 of 1 line')).toBeVisible()
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`${barcode}: picked 40 of 40.`)
    await station.scanner.scan(barcode)
    await expectAndRecord(station.strip, `${barcode} is picked already: 40 of 40.`)
    await expect(station.strip).toContainText('Note')
    expect((await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 40/40`])
  })

  test('Fault 05: is ignored within the bounce time of the trigger', async ({ station, warehouse }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(barcode, barcode)
    await expect(station.strip).toContainText(`${barcode}: picked 60 of 60.`)
    await station.hands.press('h')
    await expect(station.heading('Scan log')).toBeVisible()
    await expect(station.rows('Scans').filter({ hasText: barcode })).toHaveCount(1)
  })
})

test('one key or barcode undoes the last scan', async ({ station, warehouse }) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.scanner.scan(first, second)
  await expect(station.strip).toContainText(`${second}: picked 40 of 40.`)
  await station.hands.press('F8')
  await expect(station.strip).toContainText(`Undone: ${second}.`)
  await station.scanner.scan('%T.UNDO')
  await expect(station.strip).toContainText(`Undone: ${first}.`)
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual([first, second].map((barcode) => `${barcode} RESERVED 40/-`).toSorted())
})

test.describe('after an error', () => {
  test('scans wait until it is confirmed, by key or barcode', async ({ station, warehouse }) => {
    const [first = '', second = ''] = await warehouse.plants(2)
    const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan('NOSUCHCODE', first)
    await expect(station.strip).toContainText(`NOSUCHCODE is not on ${tag}.`)
    await expect(station.strip).toContainText('1 waiting')
    await expect(station.text('0 of 2 lines')).toBeVisible()
    await station.hands.press('F9')
    await expect(station.text('1 of 2 lines')).toBeVisible()
    await station.scanner.scan('NOSUCHCODE', second)
    await expect(station.strip).toContainText('1 waiting')
    await station.scanner.scan('%T.OK')
    await expect(station.text('2 of 2 lines')).toBeVisible()
  })

  test('scans continue if the workstation is set so, and the error is listed', async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('go to the workstation')
    await expect(station.heading('Workstation')).toBeVisible()
    await station.tabTo(station.page.getByRole('radio', { name: /^Stop and wait for OK/ }))
    await station.hands.press('ArrowDown')
    await station.page.reload()
    await expect(station.page.getByRole('radio', { name: /^Continue/ })).toBeChecked()
    await expect(station.strip).toBeVisible()
    await station.openIssuance(tag)
    await station.scanner.scan('NOSUCHCODE', barcode)
    await expect(station.strip).toContainText(`${barcode}: picked 40 of 40.`)
    await station.hands.press('h')
    await expect(station.rows('Scans').filter({ hasText: 'NOSUCHCODE' })).toContainText('Not done')
    await station.scanner.scan('%T.HOLD')
    await expect(station.strip).toContainText('After an error, scans wait for your OK.')
  })
})

test.describe('the scan log', () => {
  test('keeps failed scans over a reload until a person retries them on their document', async ({
    station,
    warehouse,
  }) => {
    const [first = '', late = ''] = await warehouse.plants(2)
    const tag = await warehouse.issuance([{ barcode: first, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.hands.type('15')
    await station.scanner.scan(late)
    await expect(station.strip).toContainText(`${late} is not on ${tag}.`)
    await station.scanner.scan('%T.OK', first)
    await expect(station.strip).toContainText(`${first}: picked 40 of 40.`)
    await station.scanner.scan('%T.EDIT')
    await expect(station.field('Barcode')).toBeVisible()
    await station.scanner.scan('%T.Q.20', late)
    await expect(station.strip).toContainText(`${late}: ordered 20.`)

    await station.runByPalette('go to the scan log')
    await expect(station.heading('Scan log')).toBeVisible()
    await station.page.reload()
    const rows = station.rows('Scans')
    await expect(rows.filter({ hasText: `${first}: picked 40 of 40.` })).toHaveCount(1)
    await expect(station.strip).toBeVisible()
    await station.scanner.scan('%T.LOG.FAILURES')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(late)
    await expect(rows).toContainText('× 15')
    await station.hands.press('j')
    await expect(rows).toBeFocused()
    await station.hands.press('r')
    await station.answerYes('Change Pick Qty from 20 to 15')
    await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
    await expect(station.strip).toContainText(`${late}: picked 15 of 20.`)
    expect((await warehouse.summaryOf(tag)).lines).toEqual(
      [`${first} PICKED 40/40`, `${late} PICKED 20/15`].toSorted(),
    )
    await station.hands.press('h')
    await expect(rows.filter({ hasText: 'Tried again' })).toContainText(late)
    await expect(rows.first()).toContainText(`${late}: picked 15 of 20.`)
  })

  test('contains scans that were still queued when the browser was closed', async ({
    station,
    warehouse,
  }) => {
    const [first = '', second = ''] = await warehouse.plants(2)
    const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    // The unconfirmed error holds the next scans.
    await station.scanner.scan('NOSUCHCODE', first, second)
    await expect(station.strip).toContainText('2 waiting')
    const browser = station.page.context()
    await station.page.close()
    const next = await browser.newPage()

    const again = await Workstation.at(next, warehouse.url)
    await again.open('/Issuance/')
    await expect(again.question).toContainText(`Go on with Issuance ${tag}?`)
    await again.hands.press('Escape')
    await expect(again.heading('Issuance')).toBeVisible()
    await expect(again.strip).toContainText('2 scans may not be saved.')
    for (const barcode of [second, first]) {
      await again.hands.press('h')
      await expect(again.heading('Scan log')).toBeVisible()
      await expect(again.rows('Scans').filter({ hasText: barcode })).toContainText('too early')
      await again.hands.press('r')
      await expect(again.heading(`Issuance ${tag}`)).toBeVisible()
      await expect(again.strip).toContainText(`${barcode}: picked 40 of 40.`)
    }
    await again.page.reload()
    await expect(again.text('2 of 2 lines')).toBeVisible()
    await again.hands.press('h')
    await expect(again.rows('Scans').filter({ hasText: 'Tried again' })).toHaveCount(2)
    await expect(again.text(/1 of them failed/)).toBeVisible()
  })

  test('is exported as a file that no spreadsheet executes', async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    await station.scanner.scan('=1+1')
    await expect(station.strip).toContainText('=1+1 is not a barcode')
    await station.scanner.scan('%T.OK')
    await station.hands.press('h')
    await expect(station.heading('Scan log')).toBeVisible()
    const saved = station.page.waitForEvent('download')
    await station.hands.press('e')
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^scan-log-\d{4}-\d\d-\d\d\.csv$/)
    const [heading, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    const rows = lines.filter((line) => line !== '')
    expect(heading).toBe('\u{FEFF}"Time","Code","Kind","Quantity","Outcome","What happened","Screen"')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","'%T\.OK","Command",/)
    expect(rows[1]).toContain(`,"'=1+1","Unknown code","","Not done","'=1+1 is not a barcode`)
  })
})

test.describe('a scan that belongs to another document', () => {
  test('switches to it by a digit, applies there, and parks the open document', async ({
    station,
    warehouse,
  }) => {
    const [first = '', second = '', theirs = ''] = await warehouse.plants(3)
    const currentTag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
    const otherTag = await warehouse.issuance([{ barcode: theirs, ordered: 25 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(currentTag)
    await station.scanner.scan(first)
    await expect(station.strip).toContainText(`${first}: picked 40 of 40.`)
    await station.hands.type('20')
    await station.scanner.scan(theirs)
    await expect(station.question).toContainText(
      `${theirs} belongs to ${otherTag} (25 plants), not to this one.`,
    )
    await station.hands.press('1')
    await station.answerYes('Change Pick Qty from 25 to 20')
    await expect(station.heading(`Issuance ${otherTag}`)).toBeVisible()
    await expect(station.strip).toContainText(`${theirs}: picked 20 of 25.`)
    expect((await warehouse.summaryOf(otherTag)).lines).toEqual([`${theirs} PICKED 25/20`])

    await station.hands.press('Control+k')
    await expect(station.sheet('Commands')).toContainText(`Issuance ${currentTag}, 1 of 2 lines`)
    await station.hands.press('Escape')
    await station.runByPalette(`unfinished ${currentTag}`)
    await expect(station.heading(`Issuance ${currentTag}`)).toBeVisible()
    await expect(station.text('1 of 2 lines')).toBeVisible()
  })

  test('is added here, or ignored, by a digit or its barcode', async ({ station, warehouse }) => {
    const [first = '', theirs = ''] = await warehouse.plants(2)
    const currentTag = await warehouse.issuance([{ barcode: first, ordered: 40 }])
    const otherTag = await warehouse.issuance([{ barcode: theirs, ordered: 25 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(currentTag)
    await station.scanner.scan(theirs)
    await expect(station.question).toContainText(otherTag)
    await station.scanner.scan('%T.D.3')
    await expect(station.question).toBeHidden()
    await expect(station.strip).toContainText(
      `${theirs} was ignored. It is on ${otherTag}, not on ${currentTag}.`,
    )
    await station.hands.type('10')
    await station.scanner.scan(theirs)
    await expect(station.question).toBeVisible()
    await station.scanner.scan('%T.ADD.HERE')
    await expect(station.strip).toContainText(`${theirs}: ordered 10.`)
    expect((await warehouse.summaryOf(currentTag)).lines).toEqual(
      [`${first} RESERVED 40/-`, `${theirs} RESERVED 10/-`].toSorted(),
    )
    expect((await warehouse.summaryOf(otherTag)).lines).toEqual([`${theirs} RESERVED 25/-`])
  })
})

test('unsaved work is kept and can be opened from the palette', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const grower = await warehouse.grower()
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.scanner.scan('%T.PARKED')
  await expect(station.strip).toContainText('There is no unfinished work at this location.')
  await station.scanner.scan('%T.OK', '%T.NEW')
  await station.chooseDestination('Grower', grower.name)
  await station.scanner.scan('%T.ISSUANCE')
  await expect(station.heading('Issuance')).toBeVisible()
  await station.openEditor(tag)
  await station.scanner.scan(barcode)
  await station.typeInto(station.quantityOf(barcode), '35')
  await station.scanner.scan('%T.ISSUANCE')
  await expect(station.heading('Issuance')).toBeVisible()

  await station.scanner.scan('%T.PARKED')
  const palette = station.sheet('Commands')
  await expect(palette).toContainText(`Issuance ${tag}, not saved`)
  await expect(palette).toContainText('New issuance, New, not created yet')
  await station.hands.press('Enter')
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(station.quantityOf(barcode)).toHaveValue('35')
  await station.runByPalette('new, not')
  await expect(station.heading('New issuance')).toBeVisible()
  await expect(station.text('Your unsaved changes were restored.')).toBeVisible()
})

test('work that was open when the browser closed is kept too', async ({ station, warehouse }) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance()
  await station.begin('pia.picker', warehouse.place)
  await station.openEditor(tag)
  await station.scanner.scan(barcode)
  await station.typeInto(station.quantityOf(barcode), '35')
  await expect(station.text('1 not saved')).toBeVisible()
  const browser = station.page.context()
  await station.page.close({ runBeforeUnload: true })

  const again = await Workstation.at(await browser.newPage(), warehouse.url)
  await again.open('/Issuance/')
  await expect(again.question).toContainText(`Go on with Issuance ${tag}?`)
  await again.hands.press('Escape')
  await expect(again.heading('Issuance')).toBeVisible()
  await again.scanner.scan('%T.PARKED')
  await expect(again.sheet('Commands')).toContainText(`Issuance ${tag}, not saved`)
  await again.hands.press('Enter')
  await expect(again.quantityOf(barcode)).toHaveValue('35')
})

test.describe('an outcome', () => {
  test('is signalled by tone, vibration and colour after the server confirms it, with a different tone each', async ({
    station,
    warehouse,
  }) => {
    const outcomes = await recordOutcomes(station.page)
    const [slow = '', barcode = ''] = await warehouse.plants(2)
    const tag = await warehouse.issuance([slow, barcode].map((each) => ({ barcode: each, ordered: 60 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await outcomes.reset()
    // A slow confirmation: a short tone when the pick is saved on this device, none when the server confirms.
    warehouse.network.slow(3000)
    await station.scanner.scan(slow)
    await expect(station.strip).toContainText(`${slow}: 60 saved on this device.`)
    await expect.poll(() => outcomes.tones()).toEqual([[600]])
    await expect(station.strip).toContainText(`${slow}: picked 60 of 60.`)
    expect(await outcomes.tones()).toEqual([[600]])
    warehouse.network.recover()
    await outcomes.reset()
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`${barcode}: picked 60 of 60.`)
    await expect.poll(() => outcomes.tones()).toEqual([[2025]])
    expect(await outcomes.vibrations()).toEqual([[40]])
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText('is picked already')
    await expect.poll(() => outcomes.tones()).toEqual([[2025], [1350, 1350]])
    await station.scanner.scan('NOSUCHCODE')
    await expect(station.strip).toContainText('NOSUCHCODE is not on')
    await expect.poll(() => outcomes.tones()).toEqual([[2025], [1350, 1350], [1350, 900, 600]])
    await expect(station.page.getByRole('alert').filter({ hasText: 'Not done. NOSUCHCODE' })).toBeAttached()
    // The frame keeps the error's colour until it is confirmed, with reduced motion too.
    await station.page.emulateMedia({ reducedMotion: 'reduce' })
    const frame = station.page.locator('.scan-strip-flash')
    await expect(frame).toBeVisible()
    const size = station.page.viewportSize()
    expect(await frame.boundingBox()).toMatchObject({ x: 0, y: 0, ...size })
    await station.scanner.scan(barcode)
    await expect.poll(async () => (await outcomes.tones()).at(-1)).toEqual([600])
    await station.scanner.scan('%T.OK')
    await expect(frame).toBeHidden()
  })

  test('is silent after the sound was switched off, also after a reload', async ({ station, warehouse }) => {
    const outcomes = await recordOutcomes(station.page)
    await station.begin('pia.picker', warehouse.place)
    await station.hands.press('m')
    await expect(station.strip).toContainText('Sound is off.')
    await station.page.reload()
    await expect(station.strip).toBeVisible()
    await outcomes.reset()
    await station.scanner.scan('NOSUCHCODE')
    await expect(station.strip).toContainText('Not done')
    await expect.poll(() => outcomes.vibrations()).toHaveLength(1)
    expect(await outcomes.tones()).toEqual([])
    await station.scanner.scan('%T.OK')
    await outcomes.reset()
    await station.scanner.scan('%T.LOUDER')
    await expect(station.strip).toContainText('Volume 80 %.')
    await expect.poll(() => outcomes.tones()).toEqual([[2025]])
    await station.scanner.scan('%T.VIBRATE')
    await expect(station.strip).toContainText('Vibration is off.')
    await outcomes.reset()
    await station.scanner.scan('%T.QUIETER')
    await expect.poll(() => outcomes.tones()).toEqual([[2025]])
    expect(await outcomes.vibrations()).toEqual([])
  })
})

test.describe('“Why not?”', () => {
  test('explains a refused scan, names who has reserved the plants, and offers a next step', async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const stock = await warehouse.stockOf(barcode)
    const other = await warehouse.issuance([{ barcode, ordered: stock.available }])
    const tag = await warehouse.issuance()
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.hands.type('40')
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText('Not done')
    await station.hands.press('Control+i')
    const why = station.sheet('Why not?')
    await expect(why).toContainText(barcode)
    await expect(why).toContainText(warehouse.place.season.TrimSeason)
    await expect(why).toContainText(warehouse.place.location)
    await expect(why).toContainText(
      `Issuance ${other} (RESERVED): ${formatQuantity(stock.available)} plants, lena.lead`,
    )
    await expect(why.getByRole('button', { name: /^OK, continue scanning/ })).toBeVisible()
    await station.hands.press('1')
    await expect(why).toBeHidden()
    await expect(station.strip).toContainText('OK. Scanning continues.')
  })

  test('explains a disabled command with the focus, and runs a step by its digit', async ({
    station,
    warehouse,
  }) => {
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 60 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.tabTo(station.button(/^Ship/))
    await station.hands.press('y')
    const why = station.sheet('Why not?')
    await expect(why).toContainText('1 line is not picked yet.')
    await expect(why).toContainText('Pick every line before you ship')
    await expect(why).toContainText(tag)
    await expect(why).toContainText('RESERVED')
    // The step before it opens the sheet of open points.
    await expect(why.getByRole('button', { name: /^Go to editor/ })).toContainText('2')
    await station.scanner.scan('%T.D.2')
    await expect(station.field('Barcode')).toBeVisible()
  })

  test('reports that nothing was refused yet', async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    await station.scanner.scan('%T.WHY')
    await expect(station.strip).toContainText('Nothing was refused yet.')
    await expect(station.sheet('Why not?')).toBeHidden()
  })
})

test.describe('the command sheet', () => {
  // A printer's resolution: 300 dots per inch.
  test.use({ deviceScaleFactor: 3.125 })
  test('can be read from the printed page by another barcode reader', async ({ station, warehouse }) => {
    const { page } = station
    await station.begin('pia.picker', warehouse.place)
    await station.scanner.scan('%T.SHEET')
    await expect(station.heading('Command sheet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reasons for dumps' })).toBeVisible()
    const printed = await page.locator('.command-sheet-item code').allTextContents()
    expect(printed).toContain('%T.SHIP')
    expect(printed).toContain('%T.D.0')
    expect(printed.some((text) => text.startsWith('%T.R.'))).toBe(true)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 without margins, at 96 dots per inch.
    await page.setViewportSize({ width: 703, height: 1000 })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation')).toBeHidden()
    const read = new Set<string>()
    for (const item of await page.locator('.command-sheet-group').all()) {
      const picture = await item.screenshot()
      const found = await readBarcodes(picture, { formats: ['Code128'], maxNumberOfSymbols: 255 })
      for (const { text } of found) read.add(text)
    }
    expect([...read].toSorted()).toEqual(printed.toSorted())
  })
})
