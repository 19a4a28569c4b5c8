/**
 * One browser in the warehouse, used through its screen texts, keyboard and scanner.
 * Only this file of the suite depends on roles and names of elements.
 */
import { expect, type Locator, type Page } from 'playwright/test'
import { Hands, Scanner } from './keyboard.ts'
import { putSignIn } from './signed-in.ts'
import type { Place } from './warehouse.ts'

// Address and user of each person who has used the sign-in page in this run.
const signedInPeople = new Set<string>()

// The address that each list's key opens.
const lists = { f: '/Return/', g: '/GrowerStorage/', i: '/Issuance/', x: '/Transfer/', z: '/Dump/' } as const

export class Workstation {
  readonly page: Page
  readonly hands: Hands
  readonly scanner: Scanner
  readonly #address: string

  private constructor(page: Page, scanner: Scanner, address: string) {
    this.page = page
    this.hands = new Hands(page)
    this.scanner = scanner
    this.#address = address
  }

  /** A workstation for this page, with the app at this address. */
  static async at(page: Page, address: string): Promise<Workstation> {
    return new Workstation(page, new Scanner(await page.context().newCDPSession(page)), address)
  }

  // ---- elements of the screen

  /** The screen's heading: a full name, or a pattern. */
  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }
  /**
   * The strip of the last scan: tone, sentence, queue. Not found by role, because a dialog hides it from
   * screen readers.
   */
  get strip(): Locator {
    return this.page.locator('section[aria-label="Last scan"]')
  }
  /** The strip with its tone and the previous results. */
  get wholeStrip(): Locator {
    return this.page.locator('.scan-strip')
  }
  /** The strip while an error waits for confirmation. */
  get heldStrip(): Locator {
    return this.page.locator('.scan-strip[data-held]')
  }
  /** The open question. */
  get question(): Locator {
    return this.page.getByRole('alertdialog')
  }
  /** The palette, the help sheet, or the reasons why a command is disabled. */
  sheet(name: 'Commands' | 'Keys and scans' | 'Why not?'): Locator {
    return this.page.getByRole('dialog', { name })
  }
  /** The sheet of open points before the document ends. */
  get openPoints(): Locator {
    return this.page.getByRole('dialog', { name: /^Before you / })
  }
  /** A point on that sheet, by its number and full text. */
  point(text: string): Locator {
    return this.openPoints.getByRole('button', { name: text, exact: true })
  }
  /** The rows of a named list. */
  rows(list: string): Locator {
    return this.page.getByRole('list', { name: list }).getByRole('listitem')
  }
  /** The documents of the open list: rows of a table on a terminal, cards on a handheld. */
  get documentRows(): Locator {
    return this.page.locator('.table-body > [role="row"], .document-row')
  }
  /** A line of the open document: a row of a table on a terminal, a card on a handheld. */
  line(barcode: string): Locator {
    return this.page.getByRole('article', { name: barcode }).or(this.page.getByRole('row', { name: barcode }))
  }
  quantityOf(barcode: string): Locator {
    return this.page.getByRole('textbox', { name: `Quantity of ${barcode}` })
  }
  field(name: string | RegExp): Locator {
    return this.page.getByLabel(name, { exact: typeof name === 'string' })
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }
  /** A toast notification; its code may load late. */
  notice(text: string | RegExp): Locator {
    return this.page.getByRole('listitem').or(this.page.locator('.waiting-plain')).filter({ hasText: text })
  }
  /** Text in the screen's main part, below the strip. */
  text(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByText(text).filter({ visible: true }).first()
  }
  /** The bar about the network or the sign-in, above the screen. */
  bar(text: string): Locator {
    return this.page.locator('.notice-bar', { hasText: text })
  }
  /** Barcodes in list order. */
  async barcodes(): Promise<readonly string[]> {
    const rows = this.page
      .getByRole('list', { name: 'Lines' })
      .getByRole('listitem')
      .or(this.page.locator('.line-table-row'))
    return rows.evaluateAll((items) =>
      items
        .toSorted(
          (one, other) =>
            Number(one.ariaPosInSet ?? one.ariaRowIndex) - Number(other.ariaPosInSet ?? other.ariaRowIndex),
        )
        .map((item) => item.ariaLabel ?? item.querySelector('article')?.ariaLabel ?? ''),
    )
  }
  /** Number of operations stored on this device that the server has not confirmed. */
  async waitingInOutbox(): Promise<number> {
    return this.page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('trimline-outbox')
          const fail = () => reject(new Error('The outbox cannot be read'))
          // The database does not exist yet: abort instead of creating it.
          opening.addEventListener('upgradeneeded', () => {
            opening.removeEventListener('error', fail)
            opening.transaction?.abort()
            resolve(0)
          })
          opening.addEventListener('error', fail)
          opening.addEventListener('success', () => {
            const { result: database } = opening
            const counting = database.transaction('operations').objectStore('operations').count()
            counting.addEventListener('error', fail)
            counting.addEventListener('success', () => {
              database.close()
              resolve(counting.result)
            })
          })
        }),
    )
  }

  /**
   * This document's unsaved lines in the browser's storage, as text: lines out of view are not in the DOM.
   */
  async keptUnsaved(tag: string): Promise<string> {
    return this.page.evaluate(
      (number) =>
        [localStorage, sessionStorage]
          .flatMap((storage) => Object.entries(storage))
          .filter(([name]) => name.includes('lines.') && name.includes(number))
          .map(([, value]) => String(value))
          .join(' '),
      tag,
    )
  }
  /** The tag number of the open document, from its address. */
  get tag(): string {
    return /\/(\d+)$/.exec(new URL(this.page.url()).pathname)?.[1] ?? ''
  }

  /** The main navigation: at the bottom on handhelds, at the side on wide screens. */
  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Screens' })
  }
  /** The app's header: brand, place, menu or back button. */
  get header(): Locator {
    return this.page.getByRole('banner')
  }

  // ---- navigation, by keyboard only

  /** Opens a path as if typed into the address bar. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(this.#address + path)
  }

  /** Opens a path as a link of the app would, without a page load. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState(null, '', to), path)
  }

  /** Stores location and season before the page loads, as after an earlier setup. */
  async storePlace({ location, season }: Place): Promise<void> {
    const place = {
      location,
      season: { id: season.Id, name: season.TrimSeason, commodity: season.Commodity },
    }
    await this.page.addInitScript((chosen) => {
      if (!localStorage.getItem('trimline.place')) localStorage.setItem('trimline.place', chosen)
    }, JSON.stringify(place))
  }

  /** Waits until a field has the focus, then types into it. */
  async typeInto(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused()
    await this.hands.type(text)
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < 60; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Sixty times Tab do not lead to ${String(target)}`)
  }

  /** Signs in from the start page. */
  async signIn(username: string): Promise<void> {
    await expect(this.button('Sign in')).toBeFocused()
    await this.hands.press('Enter')
    await this.enterUserName(username)
  }

  /** Enters the user name on the sign-in page. */
  async enterUserName(username: string): Promise<void> {
    await this.typeInto(this.field('User name'), username)
    await this.hands.press('Enter')
  }

  /** Chooses location and season on the setup screen and confirms. */
  async setUp(place: Place): Promise<void> {
    await expect(this.heading('Setup')).toBeVisible()
    const location = this.field(/^Warehouse Location/)
    const seasonOption = this.page.getByRole('radio', { name: place.season.TrimSeason })
    await expect(location).toBeVisible()
    await this.chooseOption(location, place.location)
    const seasons = this.page.getByRole('radio')
    await this.page.keyboard.press('Tab')
    await expect(seasons.and(this.page.locator(':focus'))).toHaveCount(1)
    for (let steps = await seasons.count(); steps > 0; steps -= 1) {
      if (await seasonOption.isChecked()) break
      await this.hands.press('ArrowDown')
    }
    await expect(seasonOption).toBeChecked()
    await this.hands.press('Enter')
  }

  /** Signs in, sets up and waits for the list of issuances. */
  async begin(username: string, place: Place): Promise<void> {
    await this.beginOn(username, place, 'i', 'Issuance')
  }

  /** Sets up and waits for the start screen, Adjust Trim, of all who may correct stock. */
  async beginAtTrim(place: Place): Promise<void> {
    await this.setUp(place)
    await expect(this.heading('Adjust Trim')).toBeVisible()
    await expect(this.strip).toBeVisible()
  }

  /**
   * Signs in, sets up and opens the list of this key.
   * If the person signed in before in this run, writes the stored sign-in and setup into the browser and
   * opens the list's address.
   */
  async beginOn(username: string, place: Place, key: keyof typeof lists, heading: string): Promise<void> {
    const signInKey = `${this.#address} ${username}`
    if (signedInPeople.has(signInKey)) {
      await putSignIn(this.page, this.#address, username)
      await this.storePlace(place)
      await this.open(lists[key])
    } else {
      await this.open()
      await this.signIn(username)
      await this.beginAtTrim(place)
      await this.hands.press(key)
    }
    await expect(this.heading(heading)).toBeVisible()
    await expect(this.strip).toBeVisible()
    signedInPeople.add(signInKey)
  }

  /** From the list of dumps to the editor of a new dump. */
  async newDump(authorizedBy: string): Promise<void> {
    await this.scanner.scan('%T.NEW')
    await expect(this.heading('New dump')).toBeVisible()
    await this.typeInto(this.field(/^Authorized By/), authorizedBy)
    await this.scanner.scan('%T.HEADER.SAVE')
    await expect(this.strip).toContainText('Dump Header Created')
    await expect(this.heading(/^Dump \d+$/)).toBeVisible()
  }

  /** The same without a network: the dump has a number of this device. */
  async newDumpHere(authorizedBy: string): Promise<void> {
    await this.scanner.scan('%T.NEW')
    await expect(this.heading('New dump')).toBeVisible()
    await this.typeInto(this.field(/^Authorized By/), authorizedBy)
    await this.scanner.scan('%T.HEADER.SAVE')
    await expect(this.heading(/^Dump NEW-\w{6}$/)).toBeVisible()
  }

  /** From the list of returns to the editor of a new return of this grower. */
  async newReturn(grower: string, affects: 'Grower Storage' | 'Dump' = 'Grower Storage'): Promise<void> {
    await this.scanner.scan('%T.NEW')
    await expect(this.heading('New return')).toBeVisible()
    const picker = this.page.getByRole('combobox', { name: /^Grower/ })
    await expect(picker).toBeFocused()
    await this.chooseGrower(grower)
    if (affects === 'Dump') {
      await this.tabTo(this.page.getByRole('radio', { name: 'Grower Storage' }))
      await this.hands.press('ArrowDown')
      await expect(this.page.getByRole('radio', { name: 'Dump' })).toBeChecked()
    }
    await this.scanner.scan('%T.HEADER.SAVE')
    await expect(this.strip).toContainText(/Return Header \d+ Created/)
    await expect(this.heading(/^Return \d+$/)).toBeVisible()
  }

  /** In a list field: types the first letters of an option and chooses it. */
  async chooseOption(field: Locator, letters: string): Promise<void> {
    await this.tabTo(field)
    await this.hands.type(letters)
    await expect(this.page.locator('[role=option][data-active]', { hasText: letters })).toBeVisible()
    await this.hands.press('Enter')
    await expect(field).toHaveValue(new RegExp(`^${letters}`))
  }

  /** In the focused picker: types the first letters and chooses the grower. */
  async chooseGrower(name: string): Promise<void> {
    await this.hands.type(name.slice(0, 6).toLowerCase())
    await expect(this.page.getByRole('option', { name }).first()).toBeVisible()
    await this.hands.press('Enter')
  }

  /** Signs in, sets up and opens the list of transfers; `receiving`: those on their way to the place. */
  async beginTransfers(username: string, place: Place, tab: 'open' | 'receiving' = 'open'): Promise<void> {
    await this.beginOn(username, place, 'x', 'Transfer')
    if (tab === 'receiving') await this.scanner.scan('%T.TAB')
    await expect(
      this.page.getByRole('link', { name: tab === 'open' ? 'Open' : 'Receiving', exact: true }),
    ).toHaveAttribute('aria-current', 'page')
  }

  /** Scans a document's number and waits until it is open. */
  async openIssuance(tag: string): Promise<void> {
    await this.scanner.scan(tag)
    await expect(this.heading(`Issuance ${tag}`)).toBeVisible()
    // On a handheld the button is behind More.
    const more = this.page.getByRole('button', { name: 'More', exact: true })
    await expect(this.button(/^Cancel Issuance/).or(more)).toBeVisible()
  }

  /** From the detail to the editor. */
  async openEditor(tag: string): Promise<void> {
    await this.openIssuance(tag)
    await this.hands.press('v')
    await expect(this.field('Barcode')).toBeVisible()
  }

  /** Fills the header form of a new issuance by keyboard: type, first letters of the destination, choice. */
  async chooseDestination(type: 'Grower' | 'Nursery', name: string, letters = 6): Promise<void> {
    await expect(this.heading('New issuance')).toBeVisible()
    await this.tabTo(this.page.getByRole('radio', { name: 'Grower' }))
    await this.hands.press(...(type === 'Grower' ? ['Space'] : ['ArrowDown']))
    await expect(this.page.getByRole('radio', { name: type })).toBeChecked()
    const destination = this.page.getByRole('combobox', { name: /^Destination/ })
    await this.tabTo(destination)
    await this.hands.type(name.slice(0, letters).toLowerCase())
    await expect(this.page.getByRole('option', { name }).first()).toBeVisible()
    await this.hands.press('Enter')
  }

  /** Answers yes to the question with this text. */
  async answerYes(text: string | RegExp): Promise<void> {
    await expect(this.question).toContainText(text)
    await this.hands.press('y')
    const [, from, to] = /Qty from (\d+) to (\d+)/.exec(String(text)) ?? []
    // The app asks for a reason only for picked lines, not for received ones.
    const isReceived = new URL(this.page.url()).pathname.startsWith('/ReceiveInventory/')
    if (Number(to) < Number(from) && !isReceived) await this.giveNoReason()
    await expect(this.question).toBeHidden()
  }

  /** Skips the reason for picking fewer plants than ordered. */
  async giveNoReason(): Promise<void> {
    await expect(this.page.getByRole('alertdialog', { name: /^Why \d/ })).toBeVisible()
    await this.hands.press('Escape')
  }

  /** Opens the palette, types, and runs the first match. */
  async runByPalette(text: string): Promise<void> {
    await this.hands.press('Control+k')
    await this.typeInto(this.sheet('Commands').getByRole('combobox'), text)
    await this.hands.press('Enter')
  }

  /** Waits for the code that the page loads when idle: without a service worker it cannot load offline. */
  async waitForIdleCode(): Promise<void> {
    await this.page.waitForFunction(
      (parts) => {
        const loadedNames = performance.getEntriesByType('resource').map(({ name }) => name)
        return parts.every((part) => loadedNames.some((name) => name.includes(part)))
      },
      ['outbox-chip', 'outbox-watch', 'outbox-screen', 'follow-device-profile', 'chord-keys', '/later-'],
    )
  }

  /** Takes this workstation offline; the browser reports it to the page. */
  async unplug(): Promise<void> {
    await this.page.context().setOffline(true)
  }

  async plugIn(): Promise<void> {
    await this.page.context().setOffline(false)
  }

  /** Blocks the page's main thread for `forMs` after `delayMs`. */
  async blockPage(forMs: number, delayMs: number): Promise<void> {
    await this.page.evaluate(
      ({ forMs, delayMs }) =>
        new Promise<void>((done) => {
          setTimeout(() => {
            const end = performance.now() + forMs
            while (performance.now() < end);
            done()
          }, delayMs)
        }),
      { forMs, delayMs },
    )
  }
}
