// A simulated browser: its pages, disk, storage and person.
import type { StoredTokens } from '#app/api/token-store.ts'
import { Browser, type BrowserPage } from './browser.ts'
import type { Clock } from './clock.ts'
import { Disk } from './disk.ts'
import type { OpenDocument, OpenList, Page, PageEvents, WorkedKind } from './page.ts'
import type { StartPage } from './page-code.ts'
import type { Provider } from './provider.ts'
import type { Random } from './random.ts'
import type { Site } from './site.ts'

/** The services of the pages, and the listeners for their events. */
export interface DeviceEnvironment {
  readonly clock: Clock
  readonly random: Random
  readonly startPage: StartPage
  readonly provider: Provider
  readonly fetch: (tab: Tab, address: string, init?: RequestInit) => Promise<unknown>
  /** The listeners for what a page shows. */
  readonly eventsOf: (tab: Tab) => PageEvents
  /** Called when a page has been opened. */
  readonly opened: (tab: Tab) => void
  /** Whether pages still become visible now and then. */
  readonly isInSight: () => boolean
  /** Called when a page has gone to another address. */
  readonly left: (device: Device) => void
}

/** A document that is open on a page. */
export interface Opened extends OpenDocument {
  readonly kind: WorkedKind
  readonly number: string
}

/** A page of a browser. */
export interface Tab extends BrowserPage {
  readonly device: Device
  readonly release: number
  readonly app: Page
  /** The session storage of the tab, which survives a reload. */
  readonly session: Map<string, string>
  /** The person for whom it was opened. */
  readonly person: string
  /** It has loaded all stored operations. */
  ready: boolean
  open: Opened[]
  readonly lists: Map<WorkedKind, OpenList>
}

export class Device {
  readonly name: string
  readonly site: Site
  readonly disk: Disk
  readonly browser: Browser
  tabs: Tab[] = []
  /** The person who works here; null: no one is signed in. */
  person: string | null
  #online = true
  /** The sign-in has ended: the provider does not renew tokens. */
  ended = false
  /** Offset of the device's clock, in milliseconds. */
  ahead = 0
  kills = 0
  readonly storage = new Map<string, string>()
  readonly #environment: DeviceEnvironment
  /** Only one page sends (Web Locks); otherwise every page does. */
  readonly hasLocks: boolean
  #count = 0
  #ids = 0

  constructor(name: string, person: string, environment: DeviceEnvironment, hasLocks: boolean, site: Site) {
    const { clock, random } = environment
    this.name = name
    this.site = site
    this.person = person
    this.#environment = environment
    this.hasLocks = hasLocks
    this.disk = new Disk(clock, random)
    this.browser = new Browser({
      clock,
      random,
      disk: this.disk,
      storage: this.storage,
      ahead: () => this.ahead,
      isOnline: () => this.#online,
      hasLocks,
      pages: () => this.tabs,
    })
  }

  /** A text that is unique among all devices. */
  newId(): string {
    this.#ids += 1
    return `${this.name}${this.#ids}`
  }

  get online(): boolean {
    return this.#online
  }

  /** Changes the network state. `isSilent`: without an event. */
  setOnline(online: boolean, isSilent = false): void {
    if (this.#online === online) return
    this.#online = online
    if (!isSilent) for (const tab of this.tabs) this.browser.dispatch(tab, online ? 'online' : 'offline')
  }

  /** The device's own time, in milliseconds since 1970. */
  now(): number {
    return this.#environment.clock.now + this.ahead
  }

  /**
   * Opens a page for the signed-in person, if there is one. `session`: the storage of the page that is
   * reloaded; left out: the person comes from the provider.
   */
  open(release: number, session?: Map<string, string>): void {
    const { person } = this
    if (person === null) return
    const { clock, provider } = this.#environment
    this.#count += 1
    const tab: Mutable<Tab> = {
      name: `${this.name}.${this.#count}`,
      dead: false,
      disk: this.disk,
      ignoreEnd: (transaction) => tab.app.ignoreEnd(transaction),
      window: new EventTarget(),
      document: new EventTarget(),
      device: this,
      release,
      session: session ?? new Map(),
      person,
      ready: false,
      open: [],
      lists: new Map(),
      app: undefined as never,
    }
    const tokens = session ? undefined : provider.signIn(person, this.now())
    if (this.ended) provider.end(tokens)
    clock.in(0, tab, () => this.#load(tab, tokens))
  }

  #load(tab: Mutable<Tab>, tokens: StoredTokens | undefined): void {
    const { clock, random, startPage, fetch, eventsOf, opened, isInSight, left } = this.#environment
    this.tabs.push(tab)
    clock.note(`${tab.name} opens for ${tab.person}${tokens ? '' : ' again'}`)
    const globals = this.browser.globals(tab, tab.session, {
      fetch: (address, init) => fetch(tab, address, init),
      leave: () => {
        clock.note(`${tab.name} is left`)
        this.close(tab)
        left(this)
      },
      openWindow: (address) => this.#signInOver(address),
    })
    tab.app = startPage(globals, {
      config: this.site.config,
      ...(tokens && { tokens }),
      events: eventsOf(tab),
      chance: () => random.next(),
    })
    opened(tab)
    void tab.app.box.ready.then(() => {
      tab.ready = true
    })
    void tab.app.started.then((how) => {
      clock.note(`${tab.name} starts ${how}`)
      if (how === 'none' && !tab.dead) clock.in(100, tab, () => this.#reopen(tab))
    })
    // Makes the page visible now and then.
    const showPage = () => {
      if (!isInSight()) return
      this.browser.dispatch(tab, 'visibilitychange')
      clock.in(random.between(20_000, 90_000), tab, showPage)
    }
    clock.in(random.between(20_000, 90_000), tab, showPage)
  }

  // The page's sign-in has ended: the person comes back from the provider on a new page.
  #reopen(tab: Tab): void {
    this.close(tab)
    this.open(tab.release)
  }

  // Signs the person in, in a window over the screen.
  #signInOver(address: string): unknown {
    const { clock, random, provider } = this.#environment
    const over = new URL(address, 'http://trimline.test').searchParams.get('over')
    clock.in(random.between(500, 3000), undefined, () => {
      if (this.person === null) return
      this.browser.post('trimline-sign-in', { over, tokens: provider.signIn(this.person, this.now()) })
    })
    return {}
  }

  /** Signs the person in again, over the open screens. */
  signInAgain(): void {
    const { clock } = this.#environment
    this.ended = false
    for (const tab of this.tabs) {
      clock.in(1, tab, () => {
        void tab.app.signIn.again(new AbortController().signal).then((how) => {
          clock.note(`${tab.name} ${how}`)
          if (how === 'other_person' && !tab.dead) clock.in(1, tab, () => this.#reopen(tab))
        })
      })
    }
  }

  /** Kills a page in the middle of its work. */
  close(tab: Tab): void {
    if (tab.dead) return
    tab.dead = true
    this.tabs = this.tabs.filter((each) => each !== tab)
    const { clock } = this.#environment
    clock.note(`${tab.name} is gone`)
    const { current } = clock
    clock.current = tab
    this.disk.leave(tab)
    clock.current = current
    this.browser.leave(tab)
  }
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }
