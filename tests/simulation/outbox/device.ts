// A browser with its pages: one disk, one lock for who sends, one channel between the pages, one sign-in a page.
import { createClient, type Perform, type TokenSource } from '#client/api/client.ts'
import { createOutbox, type Outbox, type Settled } from '#client/outbox/outbox.ts'
import { createStorage } from '#client/outbox/storage.ts'
import type { Clock, Owner } from './clock.ts'
import { Disk } from './disk.ts'
import type { Random } from './random.ts'

/** What the pages are given, and whom they tell. */
export interface Surroundings {
  readonly clock: Clock
  readonly random: Random
  /** A new token for a person; the server takes it until it is refused. */
  readonly giveToken: (person: string) => string
  /** A page hears what became of an operation. */
  readonly told: (tab: Tab, settled: Settled) => void
}

/** A page of a browser. */
export interface Tab extends Owner {
  readonly disk: Disk
  readonly device: Device
  readonly release: number
  readonly box: Outbox
  readonly perform: Perform
  /** As the app has them: whom the page is for, how the sign-in stands, the token that it would send. */
  person: string
  signIn: 'good' | 'ended'
  token: { readonly value: string; readonly person: string } | undefined
  /** Has found out all that was stored. */
  ready: boolean
  /** The lanes that it follows. */
  readonly followed: Set<string>
}

export class Device {
  readonly name: string
  readonly disk: Disk
  tabs: Tab[] = []
  /** Who works here; null: nobody has signed in. */
  person: string | null
  online = true
  /** The person has to sign in again: tokens are not renewed. */
  ended = false
  /** So much the device's clock is ahead, in milliseconds. */
  ahead = 0
  kills = 0
  readonly #around: Surroundings
  /** One page sends; otherwise every page does. */
  readonly hasLocks: boolean
  #sender: Sender | undefined
  #waitsToSend: Tab[] = []
  #count = 0
  #ids = 0

  constructor(name: string, person: string, around: Surroundings, hasLocks: boolean) {
    this.name = name
    this.person = person
    this.#around = around
    this.hasLocks = hasLocks
    this.disk = new Disk(around.clock, around.random)
  }

  /** A text that nobody else has. */
  newId(): string {
    this.#ids += 1
    return `${this.name}${this.#ids}`
  }

  /** The one that comes next. */
  nextId(): string {
    return `${this.name}${this.#ids + 1}`
  }

  /** Opens a page for whoever is signed in; undefined while nobody is. */
  open(release: number): Tab | undefined {
    const { person } = this
    if (person === null) return undefined
    const { clock, giveToken } = this.#around
    this.#count += 1
    const tab: Mutable<Tab> = {
      name: `${this.name}.${this.#count}`,
      dead: false,
      disk: this.disk,
      device: this,
      release,
      person,
      signIn: this.ended ? 'ended' : 'good',
      token: { value: giveToken(person), person },
      ready: false,
      followed: new Set(),
      // Both are made below.
      box: undefined as never,
      perform: undefined as never,
    }
    clock.in(0, tab, () => this.#load(tab))
    return tab
  }

  #load(tab: Mutable<Tab>): void {
    const { clock, random, told } = this.#around
    this.tabs.push(tab)
    clock.note(`${tab.name} opens for ${tab.person}`)
    tab.perform = createClient({ apiBase: '/api/', tokens: tokensOf(tab, this.#around) })
    const heard: ((message: unknown) => void)[] = []
    listeners.set(tab, heard)
    tab.box = createOutbox({
      storage: createStorage('trimline-outbox'),
      perform: tab.perform,
      person: () => (tab.signIn === 'good' && !tab.dead ? tab.person : null),
      now: () => clock.now + this.ahead,
      elapsed: () => clock.now,
      newId: () => this.newId(),
      after: (run, ms) => clock.in(ms, tab, run),
      lead: (begin) => this.#lead(tab, begin),
      page: {
        name: tab.name,
        isAlive: async (name) => this.tabs.some((each) => each.name === name),
      },
      channel: {
        post: (message) => {
          if (tab.dead) return
          const copy: unknown = structuredClone(message)
          for (const other of this.tabs) if (other !== tab) this.#tell(other, copy)
        },
        listen: (hears) => void heard.push(hears),
      },
    })
    void tab.box.ready.then(() => {
      tab.ready = true
    })
    tab.box.watch((settled) => told(tab, settled))
    // It is in sight now and then, whatever else happens.
    const look = () => {
      tab.box.retryNow()
      clock.in(random.between(20_000, 90_000), tab, look)
    }
    clock.in(random.between(20_000, 90_000), tab, look)
  }

  /** A page is gone, in the middle of whatever it did. */
  close(tab: Tab): void {
    if (tab.dead) return
    tab.dead = true
    this.tabs = this.tabs.filter((each) => each !== tab)
    const { clock } = this.#around
    clock.note(`${tab.name} is gone`)
    const { current } = clock
    clock.current = tab
    this.disk.leave(tab)
    clock.current = current
    this.#waitsToSend = this.#waitsToSend.filter((each) => each !== tab)
    if (this.#sender?.tab !== tab) return
    this.#sender = undefined
    this.#nextSender()
  }

  /** Hears what becomes of what is done on a document. */
  follow(tab: Tab, lane: string): void {
    if (tab.followed.has(lane)) return
    tab.followed.add(lane)
    tab.box.follow(lane, (settled) => this.#around.told(tab, settled))
  }

  /** Somebody has signed in on a page, or has to. */
  personChanged(tab: Tab): void {
    tab.box.personChanged()
    this.#look(tab)
  }

  #lead(tab: Tab, begin: () => () => void): void {
    if (this.hasLocks) {
      begins.set(tab, begin)
      this.#look(tab)
    } else this.#around.clock.in(1, tab, () => void begin())
  }

  // A page that sends holds the lock as long as somebody is signed in on it.
  #look(tab: Tab): void {
    const begin = begins.get(tab)
    if (!begin) return
    const sends = this.#sender?.tab === tab
    const waits = this.#waitsToSend.includes(tab)
    if (tab.signIn === 'good' && !sends && !waits) this.#waitsToSend.push(tab)
    else if (tab.signIn !== 'good') {
      this.#waitsToSend = this.#waitsToSend.filter((each) => each !== tab)
      if (sends) {
        this.#sender?.end?.()
        this.#sender = undefined
      }
    }
    this.#nextSender()
  }

  #nextSender(): void {
    if (this.#sender) return
    const tab = this.#waitsToSend.shift()
    if (!tab) return
    const sender: Sender = { tab, end: undefined }
    this.#sender = sender
    this.#around.clock.in(1, tab, () => {
      if (this.#sender !== sender) return
      this.#around.clock.note(`${tab.name} sends`)
      sender.end = begins.get(tab)?.()
    })
  }

  // In the order in which they were sent.
  readonly #heardUntil = new WeakMap<Tab, number>()
  #tell(tab: Tab, message: unknown): void {
    const { clock, random } = this.#around
    const at = Math.max(this.#heardUntil.get(tab) ?? 0, clock.now) + random.between(0.01, 3)
    this.#heardUntil.set(tab, at)
    clock.in(at - clock.now, tab, () => {
      for (const hears of listeners.get(tab) ?? []) hears(message)
    })
  }
}

interface Sender {
  readonly tab: Tab
  end: (() => void) | undefined
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

const begins = new WeakMap<Tab, () => () => void>()
const listeners = new WeakMap<Tab, ((message: unknown) => void)[]>()

// As the app's own sign-in gives them: `get` while the sign-in is good; `replace` never another person's token,
// also where somebody else has signed in over the screen meanwhile.
function tokensOf(tab: Tab, { clock, random, giveToken }: Surroundings): TokenSource {
  let renewing: Promise<string | undefined> | undefined
  const lent = new Map<string, string>()
  const lend = () => {
    if (!tab.token) return undefined
    lent.set(tab.token.value, tab.token.person)
    return tab.token.value
  }
  const renewOnce = (): Promise<string | undefined> => {
    const before = tab.token
    return new Promise((resolve, reject) => {
      clock.in(random.between(20, 400), tab, () => {
        if (!tab.device.online) reject(new TypeError('Failed to fetch'))
        else if (tab.device.ended || !before) {
          tab.signIn = 'ended'
          tab.device.personChanged(tab)
          resolve(undefined)
        } else if (tab.token !== before) {
          // Somebody else by now.
          resolve(undefined)
        } else {
          tab.token = { value: giveToken(before.person), person: before.person }
          resolve(lend())
        }
      })
    })
  }
  const renew = () =>
    (renewing ??= renewOnce().finally(() => {
      renewing = undefined
    }))
  return {
    get: async () => (tab.signIn === 'good' ? lend() : undefined),
    replace: async (refused) => {
      if (!tab.token || lent.get(refused) !== tab.token.person) return undefined
      return tab.token.value === refused ? renew() : lend()
    },
  }
}
