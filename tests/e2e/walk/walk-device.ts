/** A device of the walk: a browser context that can lose its network, page, clock and memory. */
import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { Warehouse } from '../support/warehouse.ts'
import { Workstation } from '../support/workstation.ts'

const sizes = {
  terminal: { viewport: { width: 1100, height: 1400 } },
  // Without touch: the checks read its screens at a terminal's size.
  handheld: { viewport: { width: 360, height: 640 } },
} as const
export type DeviceSize = keyof typeof sizes

/** A sentence that the strip announced, and the path of its page. */
export interface Announcement {
  readonly at: number
  readonly path: string
  readonly text: string
}

export class WalkDevice {
  readonly user: string
  readonly announcements: Announcement[] = []
  /** Uncaught errors. */
  readonly pageErrors: string[] = []
  readonly #warehouse: Warehouse
  readonly #context: BrowserContext
  #station: Workstation
  /** A second tab in the background. */
  #other: Workstation | undefined

  private constructor(user: string, warehouse: Warehouse, context: BrowserContext, station: Workstation) {
    this.user = user
    this.#warehouse = warehouse
    this.#context = context
    this.#station = station
  }

  static async open(
    browser: Browser,
    warehouse: Warehouse,
    user: string,
    size: DeviceSize,
  ): Promise<WalkDevice> {
    const context = await browser.newContext({
      ...sizes[size],
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    // A page whose response is held never loads; the person goes on at a blank page.
    context.setDefaultNavigationTimeout(20_000)
    const station = await Workstation.at(await context.newPage(), warehouse.url)
    const device = new WalkDevice(user, warehouse, context, station)
    await context.exposeFunction('walkAnnounced', (path: string, text: string) => {
      device.announcements.push({ at: Date.now(), path, text })
    })
    await context.addInitScript(recordAnnouncements)
    await context.addInitScript(movableClock)
    device.#watch(station.page)
    await station.beginOn(user, warehouse.place, 'i', 'Issuance')
    return device
  }

  get station(): Workstation {
    return this.#station
  }
  get hasTwoTabs(): boolean {
    return this.#other !== undefined
  }
  get page(): Page {
    return this.#station.page
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.pageErrors.push(String(error)))
  }

  /** Sets the device's clock `ms` milliseconds ahead of the real clock. */
  async moveClock(ms: number): Promise<void> {
    await this.page.evaluate((offset) => localStorage.setItem('walk.clock', String(offset)), ms)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.#context.setOffline(isOffline)
  }

  /** Freezes or resumes the page, as a browser does with a background page. */
  async freeze(isFrozen: boolean): Promise<void> {
    const session = await this.#context.newCDPSession(this.page)
    await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' })
    await session.detach()
  }

  /** Makes the page report that it is hidden or visible. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', {
        value: hidden ? 'hidden' : 'visible',
        configurable: true,
      })
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  }

  /** Opens a second tab of the same address, like the browser's 'Duplicate', and switches to it. */
  async duplicate(): Promise<string> {
    if (this.#other) return this.changeTab()
    await this.setOffline(false)
    // The new tab starts with a copy of the first tab's session storage.
    const opened = this.#context.waitForEvent('page')
    await this.page.evaluate(() => window.open(location.href))
    const page = await opened
    this.#watch(page)
    this.#other = this.#station
    this.#station = await Workstation.at(page, this.#warehouse.url)
    return 'there are two tabs now'
  }

  /** Switches to the other tab, if there is one. */
  async changeTab(): Promise<string> {
    const other = this.#other
    if (!other) return 'there is one tab'
    this.#other = this.#station
    this.#station = other
    await this.page.bringToFront()
    return 'the other tab'
  }

  /** Closes the tab without beforeunload and opens its address in a new tab of the same browser. */
  async killTab(): Promise<void> {
    await this.setOffline(false)
    const address = this.page.url()
    const storedEntries = await this.page.evaluate(() => Object.entries(sessionStorage))
    const page = await this.#context.newPage()
    await this.page.close({ runBeforeUnload: false })
    this.#station = await Workstation.at(page, this.#warehouse.url)
    this.#watch(page)
    // Restores the session storage, as a browser does with the tabs of its last session.
    if (await isLoaded(page.goto(`${this.#warehouse.url}/config.json`)))
      await page.evaluate((entries) => {
        for (const [name, value] of entries) sessionStorage.setItem(name, value)
      }, storedEntries)
    await isLoaded(page.goto(address))
  }

  /** Signs in when the app reports that the sign-in has ended: duplicated tabs end each other's sign-in. */
  async signInAgain(): Promise<void> {
    const opened = this.#context.waitForEvent('page', { timeout: 5000 }).catch(() => this.page)
    await this.#station.button('Sign in').click({ timeout: 5000 })
    const page = await opened
    const name = page.getByLabel('User name')
    // If the provider still has the person's session, the window closes without a form.
    const isFormShown = await name.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (!isFormShown) return
    await name.fill(this.user)
    await page.keyboard.press('Enter')
  }

  /** Opens the app in a tab whose page failed to load. */
  async reopen(): Promise<void> {
    await this.page.waitForLoadState()
    if ((await this.page.locator('main').count()) === 0)
      await this.page.goto(`${this.#warehouse.url}/Issuance/`)
  }

  /** Goes online first: without a service worker the app cannot load offline. */
  async reload(): Promise<void> {
    await this.setOffline(false)
    await isLoaded(this.page.reload())
  }

  async close(): Promise<void> {
    await this.#context.close()
  }
}

// Returns whether the page loaded; throws other errors, which are bugs of the walk.
const isLoaded = (navigation: Promise<unknown>): Promise<boolean> =>
  navigation.then(
    () => true,
    (error: unknown) => {
      if (/Timeout|ERR_/.test(String(error))) return false
      throw error
    },
  )

// Sends each sentence of the strip to the test.
function recordAnnouncements(): void {
  let last = ''
  const report = () => {
    for (const each of document.querySelectorAll('.scan-strip-words')) {
      const text = (each.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
      if (text === last || text === '') continue
      last = text
      const announce: unknown = Reflect.get(window, 'walkAnnounced')
      if (typeof announce === 'function') announce(location.pathname, text)
    }
  }
  const observe = () =>
    new MutationObserver(report).observe(document, { subtree: true, childList: true, characterData: true })
  observe()
}

// Replaces Date with one that adds an offset, which the test may change at any time.
function movableClock(): void {
  const RealDate = Date
  const offset = () => Number(localStorage.getItem('walk.clock') ?? 0)
  class MovedDate extends RealDate {
    constructor(...args: readonly unknown[]) {
      if (args.length === 0) super(RealDate.now() + offset())
      else super(...(args as [never]))
    }
    static override now(): number {
      return RealDate.now() + offset()
    }
  }
  window.Date = MovedDate as DateConstructor
}
