import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CDPSession, expect, type Page, test } from 'playwright/test'
import { build } from 'vite'
import { parseScannerProfile, type ScannerProfile } from '#core/wire/scanner-profile.ts'
import { createRandom } from '#tests/bench/scan/random.ts'
import { makeGroups, type Trace } from '#tests/bench/scan/traces.ts'
import {
  fastScanner,
  type PlannedKey,
  person,
  planKeys,
  sendKeys,
  sendTogether,
} from '#tests/support/trusted-keys.ts'

interface PageRecord {
  readonly scans: readonly string[]
  readonly fields: readonly (string | undefined)[]
  readonly shortcuts: readonly string[]
  readonly clicks: number
  readonly submits: number
  readonly chosen: readonly string[]
}

// The longest file; each test has its own page, so they run in parallel.
test.describe.configure({ mode: 'parallel' })

let script = ''
test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: resolve('tests/e2e/wedge-page.ts'), output: { format: 'iife' } },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk =
    first !== undefined && 'output' in first ? first.output.find(({ type }) => type === 'chunk') : undefined
  script = chunk?.type === 'chunk' ? chunk.code : ''
})

let keyboard: CDPSession
test.beforeEach(async ({ page }) => {
  await page.route('http://wedge.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Wedge</title><body><div id="root"></div></body>',
    }),
  )
  await page.goto('http://wedge.test/')
  await page.addScriptTag({ content: script })
  await page.locator('#plain').waitFor()
  keyboard = await page.context().newCDPSession(page)
})

const readRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => (window as unknown as { record: PageRecord }).record)
const scan = (code: string): Promise<void> => sendKeys(keyboard, planKeys(code, fastScanner))

test('a scan leaves a field unchanged, including the caret', async ({ page }) => {
  await page.locator('#plain').focus()
  await page.locator('#plain').evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2))
  await scan('B123456789\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789'])
  await expect(page.locator('#plain')).toHaveValue('abcd')
  expect(await page.locator('#plain').evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
  expect((await readRecord(page)).submits).toBe(0)
  await sendKeys(keyboard, planKeys('x', person))
  await expect(page.locator('#plain')).toHaveValue('abxcd')
})

test('a field that React controls keeps its state', async ({ page }) => {
  await page.locator('#controlled').focus()
  await scan('%T.SHIP\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['%T.SHIP'])
  await expect(page.locator('#controlled')).toHaveValue('kept')
  await expect(page.locator('#state')).toHaveText('kept')
})

for (const field of ['quantity', 'area'] as const) {
  test(`the ${field} keeps its value and the scan is read`, async ({ page }) => {
    const locator = page.locator(`#${field}`)
    const before = await locator.inputValue()
    await locator.focus()
    await scan('B123456789\n')
    await scan('1234567890\t')
    await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789', '1234567890'])
    await expect(locator).toHaveValue(before)
    await expect(locator).toBeFocused()
  })
}

test("the end of a scan does not press a focused button, a person's Enter does", async ({ page }) => {
  await page.locator('#button').focus()
  await scan('B123456789\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789'])
  expect((await readRecord(page)).clicks).toBe(0)
  await sendKeys(keyboard, planKeys('\n', person, 120))
  await expect.poll(async () => (await readRecord(page)).clicks).toBe(1)
})

test('ten scans at full speed arrive in order, with and without a suffix', async ({ page }) => {
  await page.locator('#plain').focus()
  const codes = Array.from({ length: 10 }, (_, index) => `C00000000${index}`)
  await sendKeys(
    keyboard,
    codes.flatMap((code, index) => planKeys(`${code}\n`, fastScanner, index * 160)),
  )
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(codes)
  await scan('D123456789')
  await expect.poll(async () => (await readRecord(page)).scans.at(-1)).toBe('D123456789')
  await expect(page.locator('#plain')).toHaveValue('abcd')
})

test('a scan is read although the page is blocked for half a second in the middle', async ({ page }) => {
  await page.locator('#plain').focus()
  const sent = sendKeys(keyboard, planKeys('E123456789\n', { gapMs: 20, holdMs: 8 }))
  const busy = page.evaluate(() => (window as unknown as { block: (ms: number) => void }).block(500))
  await Promise.all([sent, busy])
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['E123456789'])
  await expect(page.locator('#plain')).toHaveValue('abcd')
})

test('a person who types during a scan loses no key', async ({ page }) => {
  await page.locator('#area').focus()
  const typed = planKeys('plants in row', { gapMs: 130, holdMs: 90 })
  const read = planKeys('F123456789\n', fastScanner, 530)
  await sendKeys(keyboard, [...typed, ...read])
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['F123456789'])
  await expect(page.locator('#area')).toHaveValue('plants in row')
})

test('a scan that spells every shortcut triggers none, a held key triggers its own', async ({ page }) => {
  await scan('PSCNGHTUDE\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['PSCNGHTUDE'])
  await sendKeys(keyboard, planKeys('p', person, 200))
  await expect.poll(async () => (await readRecord(page)).shortcuts).toEqual(['p'])
})

test('input method text that is a code is taken whole and kept out of the field', async ({ page }) => {
  await page.locator('#plain').focus()
  await keyboard.send('Input.insertText', { text: 'G123456789' })
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['G123456789'])
  await keyboard.send('Input.insertText', { text: 'word' })
  await expect(page.locator('#plain')).toHaveValue(/word/)
  await expect(page.locator('#plain')).not.toHaveValue(/G123/)
})

test('a scan reports a field that opted in, and goes into a field that opted out', async ({ page }) => {
  await page.locator('#opted').focus()
  await scan('H123456789\n')
  await expect.poll(async () => (await readRecord(page)).fields).toEqual(['barcode'])
  await expect(page.locator('#opted')).toHaveValue('')
  await page.locator('#off').focus()
  await scan('J123456789')
  await expect(page.locator('#off')).toHaveValue('J123456789')
})

test('a person can type and submit as on any page', async ({ page }) => {
  await page.locator('#quantity').fill('')
  await sendKeys(keyboard, planKeys('125\n', person))
  await expect(page.locator('#quantity')).toHaveValue('125')
  await expect.poll(async () => (await readRecord(page)).submits).toBe(1)
  expect((await readRecord(page)).scans).toEqual([])
})

const profiles = readdirSync('scanner-profiles').map((name): ScannerProfile => {
  const parsed = parseScannerProfile(JSON.parse(readFileSync(resolve('scanner-profiles', name), 'utf8')))
  if (!parsed.ok) throw new Error(parsed.issues.join('; '))
  return parsed.profile
})
const setProfile = (page: Page, profile: ScannerProfile): Promise<void> =>
  page.evaluate(
    (next) => (window as unknown as { setProfile: (next: ScannerProfile) => void }).setProfile(next),
    profile,
  )
const profileOf = (id: string): ScannerProfile => {
  const profile = profiles.find((each) => each.id === id)
  if (!profile) throw new Error(`There is no profile ${id}`)
  return profile
}

test.describe("the bench's traces in a browser", () => {
  /** Traces per group; the bench plays thousands. */
  const perGroup = 5
  /** Typed traces are slow. */
  const perTypedGroup = 2
  const fields = { input: '#plain', textarea: '#area', button: '#button' } as const

  const toKeys = (trace: Trace): readonly PlannedKey[] =>
    trace.events.map(({ type, key, code, shift, at, repeat }) => ({
      key: code === 'NumpadEnter' ? 'Enter' : key,
      code,
      shift,
      at,
      repeat,
      type: type === 'up' ? 'keyUp' : key === 'Shift' ? 'rawKeyDown' : 'keyDown',
    }))

  const play = async (page: Page, trace: Trace): Promise<void> => {
    if (trace.focus === 'body') await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    else await page.locator(fields[trace.focus]).focus()
    const [text] = trace.events.filter(({ type }) => type === 'text')
    if (text) await keyboard.send('Input.insertText', { text: text.key })
    else await sendTogether(keyboard, toKeys(trace))
  }

  // The bench covers ambiguous traces. A test above blocks the thread, and a browser cannot be made to
  // deliver keys late.
  const groups = makeGroups(profiles).filter(
    ({ name, irreducible }) =>
      irreducible === undefined && !['thread blocked', 'handed over late'].includes(name),
  )
  for (const [index, { name, make }] of groups.entries()) {
    test(name, async ({ page }) => {
      const random = createRandom(7 + index)
      const traces = name.includes('typing') ? perTypedGroup : perGroup
      for (let count = 0; count < traces; count += 1) {
        const trace = make(random)
        await setProfile(page, trace.profile ?? profileOf('generic-usb'))
        await page.locator('#plain').fill('')
        await page.locator('#area').fill('')
        const before = await readRecord(page)
        await play(page, trace)
        await expect
          .poll(async () => (await readRecord(page)).scans.slice(before.scans.length), {
            message: JSON.stringify(trace),
          })
          .toEqual(trace.codes)
        if (trace.focus === 'input' || trace.focus === 'textarea') {
          // In a textarea a person's Enter adds a line.
          await expect
            .poll(async () => (await page.locator(fields[trace.focus as 'input']).inputValue()).trimEnd())
            .toBe(trace.typed.trimEnd())
        }
        expect((await readRecord(page)).clicks).toBe(before.clicks)
      }
    })
  }
})

test('eighty consecutive scans arrive in order, and the field keeps its text', async ({ page }) => {
  await page.locator('#plain').focus()
  const codes = Array.from({ length: 80 }, (_, index) => `C${String(index).padStart(9, '0')}`)
  await setProfile(page, profileOf('honeywell-usb'))
  // Sends each code in one batch: a test process that waits for the CPU within a code would split it.
  for (const code of codes) await sendTogether(keyboard, planKeys(`${code}\n`, fastScanner))
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(codes)
  await expect(page.locator('#plain')).toHaveValue('abcd')
  expect((await readRecord(page)).submits).toBe(0)
})

test('a scan does not answer an open dialog', async ({ page }) => {
  await page.locator('#dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await expect(page.locator('#answer')).toBeFocused()
  await scan('B123456789\n')
  await scan('%T.YES\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789', '%T.YES'])
  expect((await readRecord(page)).clicks).toBe(0)
  await expect(page.locator('#dialog')).toHaveAttribute('open')
})

test('a scan chooses nothing in an open palette, and its text stays', async ({ page }) => {
  await page.locator('[cmdk-input]').focus()
  await sendKeys(keyboard, planKeys('pi', person))
  await scan('SHIPSHIP12\n')
  await expect.poll(async () => (await readRecord(page)).scans).toEqual(['SHIPSHIP12'])
  await expect(page.locator('[cmdk-input]')).toHaveValue('pi')
  expect((await readRecord(page)).chosen).toEqual([])
  await sendKeys(keyboard, planKeys('\n', person, 200))
  await expect.poll(async () => (await readRecord(page)).chosen).toEqual(['pick'])
})

test('a code with control characters is read neither as a barcode nor as a shortcut', async ({ page }) => {
  const withChords = ['k', 'b', 'p', 'f'].flatMap((letter, index): readonly PlannedKey[] => {
    const stroke = { key: letter, code: `Key${letter.toUpperCase()}`, shift: false, ctrl: true }
    const at = 50 + index * 10
    return [
      { ...stroke, type: 'keyDown', at },
      { ...stroke, type: 'keyUp', at: at + 4 },
    ]
  })
  await sendTogether(keyboard, [
    ...planKeys('B1234', fastScanner),
    ...withChords,
    ...planKeys('56789\n', fastScanner, 90),
  ])
  await scan('C123456789\n')
  await expect.poll(async () => (await readRecord(page)).scans.at(-1)).toBe('C123456789')
  const { scans, shortcuts } = await readRecord(page)
  expect(shortcuts).toEqual([])
  expect(scans.slice(0, -1).filter((text) => /^[A-Z0-9]+$/.test(text))).toEqual([])
})

test.describe('on a handheld', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

  const describeFocus = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLInputElement)) return activeElement?.localName
      const { id, inputMode, readOnly } = activeElement
      return { id, isSink: activeElement.matches('[data-scan-sink]'), inputMode, readOnly }
    })
  const sink = { id: '', isSink: true, inputMode: 'none', readOnly: false }

  test('scans by input method arrive without a focused field, and no soft keyboard opens', async ({
    page,
  }) => {
    await setProfile(page, profileOf('zebra-datawedge-ime'))
    await expect.poll(() => describeFocus(page)).toEqual(sink)
    for (const code of ['B123456789', '10000123', '%T.SHIP']) {
      await keyboard.send('Input.insertText', { text: code })
    }
    await expect
      .poll(async () => (await readRecord(page)).scans)
      .toEqual(['B123456789', '10000123', '%T.SHIP'])
    expect(await describeFocus(page)).toEqual(sink)
  })

  test('tapping a quantity opens its soft keyboard; a scan keeps its number; the sink returns afterwards', async ({
    page,
  }) => {
    await setProfile(page, profileOf('zebra-datawedge-ime'))
    await expect.poll(() => describeFocus(page)).toEqual(sink)
    await page.locator('#quantity').tap()
    await expect
      .poll(() => describeFocus(page))
      .toEqual({ id: 'quantity', isSink: false, inputMode: '', readOnly: false })
    await keyboard.send('Input.insertText', { text: 'B123456789' })
    await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789'])
    await expect(page.locator('#quantity')).toHaveValue('40')
    await page.locator('#quantity').blur()
    await expect.poll(() => describeFocus(page)).toEqual(sink)
    // A tapped button does not keep the focus.
    await page.locator('#button').tap()
    await expect.poll(() => describeFocus(page)).toEqual(sink)
    expect((await readRecord(page)).clicks).toBe(1)
    await keyboard.send('Input.insertText', { text: 'C123456789' })
    await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789', 'C123456789'])
  })

  test('a device that sends keys gets a read-only sink if its profile requires one', async ({ page }) => {
    const keys = profileOf('honeywell-android')
    await setProfile(page, { ...keys, sink: { required: true, inputMode: 'none', readOnly: true } })
    await expect.poll(() => describeFocus(page)).toEqual({ ...sink, readOnly: true })
    await scan('B123456789\n')
    await expect.poll(async () => (await readRecord(page)).scans).toEqual(['B123456789'])
    // A scanner on a cable needs no sink.
    await setProfile(page, profileOf('honeywell-usb'))
    await expect.poll(() => describeFocus(page)).toBe('body')
  })
})
