import { resolve } from 'node:path'
import { type CDPSession, expect, type Page, test } from 'playwright/test'
import { build } from 'vite'
import { fastScanner, person, planKeys, sendKeys } from '#tests/support/trusted-keys.ts'

interface Seen {
  readonly scans: readonly string[]
  readonly fields: readonly (string | undefined)[]
  readonly shortcuts: readonly string[]
  readonly clicks: number
  readonly submits: number
}

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

for (const field of ['quantity', 'choice', 'area'] as const) {
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
