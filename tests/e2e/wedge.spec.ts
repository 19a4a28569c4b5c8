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

interface Seen {
  readonly scans: readonly string[]
  readonly fields: readonly (string | undefined)[]
  readonly shortcuts: readonly string[]
  readonly clicks: number
  readonly submits: number
  readonly chosen: readonly string[]
}

// The longest of all, and each has its own page: they are shared out.
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

const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
const scan = (code: string): Promise<void> => sendKeys(keyboard, planKeys(code, fastScanner))

test('a scan leaves a field as it was, caret included', async ({ page }) => {
  await page.locator('#plain').focus()
  await page.locator('#plain').evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2))
  await scan('B123456789\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789'])
  await expect(page.locator('#plain')).toHaveValue('abcd')
  expect(await page.locator('#plain').evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
  expect((await seenBy(page)).submits).toBe(0)
  await sendKeys(keyboard, planKeys('x', person))
  await expect(page.locator('#plain')).toHaveValue('abxcd')
})

test('a field that React controls keeps its state', async ({ page }) => {
  await page.locator('#controlled').focus()
  await scan('%T.SHIP\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['%T.SHIP'])
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
    await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789', '1234567890'])
    await expect(locator).toHaveValue(before)
    await expect(locator).toBeFocused()
  })
}

test('a focused button is not pressed by the end of a scan, but is by a person', async ({ page }) => {
  await page.locator('#button').focus()
  await scan('B123456789\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789'])
  expect((await seenBy(page)).clicks).toBe(0)
  await sendKeys(keyboard, planKeys('\n', person, 120))
  await expect.poll(async () => (await seenBy(page)).clicks).toBe(1)
})

test('ten scans at full speed arrive in order, with and without an end', async ({ page }) => {
  await page.locator('#plain').focus()
  const codes = Array.from({ length: 10 }, (_, index) => `C00000000${index}`)
  await sendKeys(
    keyboard,
    codes.flatMap((code, index) => planKeys(`${code}\n`, fastScanner, index * 160)),
  )
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(codes)
  await scan('D123456789')
  await expect.poll(async () => (await seenBy(page)).scans.at(-1)).toBe('D123456789')
  await expect(page.locator('#plain')).toHaveValue('abcd')
})

test('the page is busy for half a second in the middle of a scan', async ({ page }) => {
  await page.locator('#plain').focus()
  const sent = sendKeys(keyboard, planKeys('E123456789\n', { gapMs: 20, holdMs: 8 }))
  const busy = page.evaluate(() => (window as unknown as { block: (ms: number) => void }).block(500))
  await Promise.all([sent, busy])
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['E123456789'])
  await expect(page.locator('#plain')).toHaveValue('abcd')
})

test('a person who types while a scan comes in loses no key', async ({ page }) => {
  await page.locator('#area').focus()
  const typed = planKeys('plants in row', { gapMs: 130, holdMs: 90 })
  const read = planKeys('F123456789\n', fastScanner, 530)
  await sendKeys(keyboard, [...typed, ...read])
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['F123456789'])
  await expect(page.locator('#area')).toHaveValue('plants in row')
})

test('a scan that spells every shortcut triggers none, a held key triggers its own', async ({ page }) => {
  await scan('PSCNGHTUDE\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['PSCNGHTUDE'])
  await sendKeys(keyboard, planKeys('p', person, 200))
  await expect.poll(async () => (await seenBy(page)).shortcuts).toEqual(['p'])
})

test('text of an input method is taken whole and kept from the field', async ({ page }) => {
  await page.locator('#plain').focus()
  await keyboard.send('Input.insertText', { text: 'G123456789' })
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['G123456789'])
  await keyboard.send('Input.insertText', { text: 'word' })
  await expect(page.locator('#plain')).toHaveValue(/word/)
  await expect(page.locator('#plain')).not.toHaveValue(/G123/)
})

test('a field that opted in is named, one that opted out is left alone', async ({ page }) => {
  await page.locator('#opted').focus()
  await scan('H123456789\n')
  await expect.poll(async () => (await seenBy(page)).fields).toEqual(['barcode'])
  await expect(page.locator('#opted')).toHaveValue('')
  await page.locator('#off').focus()
  await scan('J123456789')
  await expect(page.locator('#off')).toHaveValue('J123456789')
})

test('a person types and submits as on any page', async ({ page }) => {
  await page.locator('#quantity').fill('')
  await sendKeys(keyboard, planKeys('125\n', person))
  await expect(page.locator('#quantity')).toHaveValue('125')
  await expect.poll(async () => (await seenBy(page)).submits).toBe(1)
  expect((await seenBy(page)).scans).toEqual([])
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

test.describe('as on the bench, in a browser', () => {
  /** How many traces of each group; the bench plays thousands. */
  const perGroup = 5
  /** A person's typing takes its time. */
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

  // What cannot be told apart is on the bench; a blocked thread has a test of its own above, and no
  // browser can be told to hand keys over late.
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
        const before = await seenBy(page)
        await play(page, trace)
        await expect
          .poll(async () => (await seenBy(page)).scans.slice(before.scans.length), {
            message: JSON.stringify(trace),
          })
          .toEqual(trace.codes)
        if (trace.focus === 'input' || trace.focus === 'textarea') {
          // A person's Enter is a line in the large field.
          await expect
            .poll(async () => (await page.locator(fields[trace.focus as 'input']).inputValue()).trimEnd())
            .toBe(trace.typed.trimEnd())
        }
        expect((await seenBy(page)).clicks).toBe(before.clicks)
      }
    })
  }
})

test('eighty scans back to back arrive in order, and the field keeps its text', async ({ page }) => {
  await page.locator('#plain').focus()
  const codes = Array.from({ length: 80 }, (_, index) => `C${String(index).padStart(9, '0')}`)
  await setProfile(page, profileOf('honeywell-usb'))
  // One code in one breath each: a test process that waits for the processor within a code would cut it.
  for (const code of codes) await sendTogether(keyboard, planKeys(`${code}\n`, fastScanner))
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(codes)
  await expect(page.locator('#plain')).toHaveValue('abcd')
  expect((await seenBy(page)).submits).toBe(0)
})

test('an open dialog is not answered by a scan', async ({ page }) => {
  await page.locator('#dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await expect(page.locator('#answer')).toBeFocused()
  await scan('B123456789\n')
  await scan('%T.YES\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789', '%T.YES'])
  expect((await seenBy(page)).clicks).toBe(0)
  await expect(page.locator('#dialog')).toHaveAttribute('open')
})

test('an open palette keeps its text and chooses nothing by a scan', async ({ page }) => {
  await page.locator('[cmdk-input]').focus()
  await sendKeys(keyboard, planKeys('pi', person))
  await scan('SHIPSHIP12\n')
  await expect.poll(async () => (await seenBy(page)).scans).toEqual(['SHIPSHIP12'])
  await expect(page.locator('[cmdk-input]')).toHaveValue('pi')
  expect((await seenBy(page)).chosen).toEqual([])
  await sendKeys(keyboard, planKeys('\n', person, 200))
  await expect.poll(async () => (await seenBy(page)).chosen).toEqual(['pick'])
})

test('a code with control characters is no barcode and no shortcut', async ({ page }) => {
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
  await expect.poll(async () => (await seenBy(page)).scans.at(-1)).toBe('C123456789')
  const { scans, shortcuts } = await seenBy(page)
  expect(shortcuts).toEqual([])
  expect(scans.slice(0, -1).filter((text) => /^[A-Z0-9]+$/.test(text))).toEqual([])
})

test.describe('on a handheld', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLInputElement)) return activeElement?.localName
      const { id, inputMode, readOnly } = activeElement
      return { id, isSink: activeElement.matches('[data-scan-sink]'), inputMode, readOnly }
    })
  const sink = { id: '', isSink: true, inputMode: 'none', readOnly: false }

  test('an input method’s scans arrive with nothing in focus, and no soft keyboard comes up', async ({
    page,
  }) => {
    await setProfile(page, profileOf('zebra-datawedge-ime'))
    await expect.poll(() => focused(page)).toEqual(sink)
    for (const code of ['B123456789', '10000123', '%T.SHIP']) {
      await keyboard.send('Input.insertText', { text: code })
    }
    await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789', '10000123', '%T.SHIP'])
    expect(await focused(page)).toEqual(sink)
  })

  test('a tap on a quantity brings the soft keyboard for it; a scan leaves its number; the sink is back after', async ({
    page,
  }) => {
    await setProfile(page, profileOf('zebra-datawedge-ime'))
    await expect.poll(() => focused(page)).toEqual(sink)
    await page.locator('#quantity').tap()
    await expect
      .poll(() => focused(page))
      .toEqual({ id: 'quantity', isSink: false, inputMode: '', readOnly: false })
    await keyboard.send('Input.insertText', { text: 'B123456789' })
    await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789'])
    await expect(page.locator('#quantity')).toHaveValue('40')
    await page.locator('#quantity').blur()
    await expect.poll(() => focused(page)).toEqual(sink)
    // A button that was tapped has been pressed and has no use for the focus.
    await page.locator('#button').tap()
    await expect.poll(() => focused(page)).toEqual(sink)
    expect((await seenBy(page)).clicks).toBe(1)
    await keyboard.send('Input.insertText', { text: 'C123456789' })
    await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789', 'C123456789'])
  })

  test('a device that sends keys gets a sink that cannot be typed into, where its profile says so', async ({
    page,
  }) => {
    const keys = profileOf('honeywell-android')
    await setProfile(page, { ...keys, sink: { required: true, inputMode: 'none', readOnly: true } })
    await expect.poll(() => focused(page)).toEqual({ ...sink, readOnly: true })
    await scan('B123456789\n')
    await expect.poll(async () => (await seenBy(page)).scans).toEqual(['B123456789'])
    // A scanner on a cable needs none.
    await setProfile(page, profileOf('honeywell-usb'))
    await expect.poll(() => focused(page)).toBe('body')
  })
})
