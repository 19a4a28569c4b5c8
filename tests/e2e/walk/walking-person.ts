/**
 * Simulates a person at a device who scans, types, moves the focus and opens dialogs, with faults of the
 * device.
 * A seed determines the choices.
 */
import type { SeededRandom } from './seeded.ts'
import type { StoryEntry } from './story.ts'
import type { WalkDevice } from './walk-device.ts'
import { orderedEach, type WorkDocument } from './work-documents.ts'

type Action = (person: WalkingPerson) => Promise<string>

export class WalkingPerson {
  readonly device: WalkDevice
  readonly #seeded: SeededRandom
  readonly #documents: readonly WorkDocument[]
  #current: WorkDocument
  /** The actions so far, for the report of a failed run. */
  readonly story: StoryEntry[] = []

  constructor(device: WalkDevice, documents: readonly WorkDocument[], seeded: SeededRandom) {
    const [first] = documents
    if (!first) throw new Error('A walk needs a document.')
    this.device = device
    this.#documents = documents
    this.#seeded = seeded
    this.#current = first
  }

  /** Runs one random action. */
  async act(): Promise<void> {
    const total = weightedActions.reduce((sum, [weight]) => sum + weight, 0)
    let remaining = this.#seeded.number() * total
    const found = weightedActions.find(([weight]) => (remaining -= weight) < 0) ?? weightedActions[0]
    await this.#look()
    const [, name, act] = found ?? [0, '', async () => '']
    try {
      this.#tell(`${name} ${await act(this)}`)
    } catch (error) {
      // A frozen, closed or loading page does not accept keys.
      this.#tell(`${name} not possible: ${String(error).split('\n', 1)[0]}`)
    }
  }

  #tell(text: string): void {
    this.story.push({ at: Date.now(), text: `${this.device.user} ${text}` })
  }

  // Confirms an error, or answers a question, before the next action, most of the time.
  async #look(): Promise<void> {
    const { station } = this.device
    if (this.#seeded.chance(0.2)) return
    const held = await station.heldStrip.count().catch(() => 0)
    if (held > 0) await station.hands.press('F9')
    const questions = await station.page
      .getByRole('alertdialog')
      .count()
      .catch(() => 0)
    if (questions > 0 && this.#seeded.chance(0.7))
      await station.hands.press(this.#seeded.one(['Enter', 'Escape', 'y', '1']))
  }

  barcode(): string {
    const { barcodes } = this.#current
    return this.#seeded.chance(0.85)
      ? (this.#seeded.any(barcodes) ?? '')
      : (this.#seeded.any(this.#documents.flatMap((each) => each.barcodes)) ?? '')
  }

  async open(): Promise<string> {
    const document = this.#seeded.any(this.#documents) ?? this.#current
    this.#current = document
    await this.device.station.goTo(document.path)
    return document.path
  }
  async scan(): Promise<string> {
    const barcode = this.barcode()
    await this.device.station.scanner.scan(barcode)
    return barcode
  }
  async scanSeveral(): Promise<string> {
    const codes = [this.barcode(), this.barcode(), this.barcode()].filter(
      (code, index, all) => all.indexOf(code) === index,
    )
    await this.device.station.scanner.scan(...codes)
    return codes.join(' ')
  }
  quantity(): number {
    return this.#seeded.chance(0.6) ? orderedEach : this.#seeded.whole(0, 25)
  }
  async quantityThenScan(): Promise<string> {
    const [barcode, quantity] = [this.barcode(), this.quantity()]
    await this.device.station.scanner.scan(`%T.Q.${quantity}`, barcode)
    return `${quantity} ${barcode}`
  }
  async scanThenQuantity(): Promise<string> {
    const [barcode, quantity] = [this.barcode(), this.quantity()]
    const { scanner, hands } = this.device.station
    await scanner.scan(barcode)
    await hands.type(String(quantity))
    await hands.press('Enter')
    return `${barcode} ${quantity}`
  }
  async command(...codes: readonly [string, ...string[]]): Promise<string> {
    const code = this.#seeded.one(codes)
    await this.device.station.scanner.scan(code)
    return code
  }
  async keys(...keys: readonly [string, ...string[]]): Promise<string> {
    const key = this.#seeded.one(keys)
    await this.device.station.hands.press(key)
    return key
  }
  async end(): Promise<string> {
    const { scanner, hands } = this.device.station
    await scanner.scan(this.#current.end)
    const reply = this.#seeded.one(['w', 'Escape', 'Enter', 'y'])
    await hands.press(reply)
    return `${this.#current.end} ${reply}`
  }
  /** Corrects a barcode of the current document on Adjust Trim and goes back. */
  async adjust(): Promise<string> {
    const { station } = this.device
    const barcode = this.barcode()
    await station.goTo('/AdjustTrim/')
    await station.scanner.scan(barcode)
    const counted = this.#seeded.whole(60, 400)
    await station.hands.type(String(counted))
    await station.hands.press('Enter')
    await station.scanner.scan('%T.R.COUNT', this.#seeded.one(['%T.YES', '%T.NO']))
    await station.hands.press(this.#seeded.one(['n', 'Escape']))
    await station.goTo(this.#current.path)
    return `${barcode} to ${counted}`
  }
  async palette(): Promise<string> {
    const { hands } = this.device.station
    await hands.press('F2')
    await hands.press('Escape')
    return ''
  }
  async offline(): Promise<string> {
    const isOffline = this.#seeded.chance(0.5)
    await this.device.setOffline(isOffline)
    return String(isOffline)
  }
  async hide(): Promise<string> {
    await this.device.hide(true)
    await this.device.hide(false)
    return ''
  }
  async freeze(): Promise<string> {
    await this.device.freeze(true)
    await new Promise((done) => setTimeout(done, this.#seeded.whole(100, 2000)))
    await this.device.freeze(false)
    return ''
  }
  async clock(): Promise<string> {
    const hours = this.#seeded.one([-3, 3, 26, -26, 0])
    await this.device.moveClock(hours * 3_600_000)
    return `${hours} h`
  }
}

// Weight, name in the report, action.
const weightedActions: readonly (readonly [number, string, Action])[] = [
  [14, 'opens', (person) => person.open()],
  [22, 'scans', (person) => person.scan()],
  [6, 'scans several', (person) => person.scanSeveral()],
  [10, 'number, then scan', (person) => person.quantityThenScan()],
  [10, 'scan, then number', (person) => person.scanThenQuantity()],
  [
    5,
    'command',
    (person) => person.command('%T.UNDO', '%T.R.MOLD', '%T.R.COUNT', '%T.EDIT', '%T.DETAIL', '%T.BACK'),
  ],
  [7, 'moves', (person) => person.keys('Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'j', 'k')],
  [3, 'presses', (person) => person.keys('Escape', 'F9', 'Enter', '!', 'd')],
  [6, 'ends', (person) => person.end()],
  [2, 'palette', (person) => person.palette()],
  [5, 'offline', (person) => person.offline()],
  [3, 'hides', (person) => person.hide()],
  [2, 'freezes', (person) => person.freeze()],
  [2, 'clock', (person) => person.clock()],
  [2, 'reloads', async ({ device }) => (await device.reload(), '')],
  [4, 'adjusts', (person) => person.adjust()],
  [2, 'duplicates the tab', ({ device }) => device.duplicate()],
  [2, 'changes the tab', ({ device }) => device.changeTab()],
  [2, 'kills the tab', async ({ device }) => (await device.killTab(), '')],
]
