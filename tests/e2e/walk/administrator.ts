/**
 * Simulates an administrator who revokes rights, and cancels and changes documents while others work on them.
 */
import * as v from 'valibot'
import type { Warehouse } from '../support/warehouse.ts'
import type { SeededRandom } from './seeded.ts'
import type { StoryEntry } from './story.ts'
import type { WorkDocument } from './work-documents.ts'

const Person = v.object({
  Record: v.object({
    Version: v.number(),
    Active: v.boolean(),
    Values: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  }),
})
type PersonRecord = v.InferOutput<typeof Person>['Record']

export class Administrator {
  readonly #warehouse: Warehouse
  readonly #seeded: SeededRandom
  readonly #documents: readonly WorkDocument[]
  readonly #users: readonly string[]
  readonly #before = new Map<string, PersonRecord>()
  readonly story: StoryEntry[] = []

  constructor(
    warehouse: Warehouse,
    documents: readonly WorkDocument[],
    users: readonly string[],
    seeded: SeededRandom,
  ) {
    this.#warehouse = warehouse
    this.#documents = documents
    this.#users = users
    this.#seeded = seeded
  }

  /** Runs one random action. A refusal by the server is not a finding. */
  async act(): Promise<void> {
    const actions = [
      () => this.#withdraw(),
      () => this.restore(),
      () => this.#pick(),
      () => this.#pick(),
      () => this.#cancel(),
    ] as const
    try {
      this.#tell(await this.#seeded.one(actions)())
    } catch (error) {
      this.#tell(String(error).split('\n', 1)[0] ?? '')
    }
  }

  #tell(text: string): void {
    this.story.push({ at: Date.now(), text: `administrator ${text}` })
  }

  /** Restores everyone's original rights. */
  async restore(): Promise<string> {
    for (const [user, { Values }] of this.#before) {
      const { Version } = await this.#person(user)
      await this.#save(user, { Version, Values, Active: true })
    }
    this.#before.clear()
    return 'gives rights back'
  }

  async #withdraw(): Promise<string> {
    const user = this.#seeded.any(this.#users) ?? ''
    const record = await this.#person(user)
    if (!this.#before.has(user)) this.#before.set(user, record)
    const way = this.#seeded.one(['keys', 'location', 'person'])
    const Values =
      way === 'keys'
        ? { ...record.Values, Keys: ['TRANSFERLOGADMINKEY'] }
        : way === 'location'
          ? { ...record.Values, Locations: ['ORW'] }
          : record.Values
    await this.#save(user, { ...record, Values, Active: way !== 'person' })
    return `takes ${way} from ${user}`
  }

  async #pick(): Promise<string> {
    const document = this.#seeded.any(this.#documents.filter(({ kind }) => kind === 'issuance'))
    const barcode = this.#seeded.any(document?.barcodes ?? [])
    if (!document || barcode === undefined) return 'nothing to pick'
    const { IssuanceHeader, InventoryLines } = await this.#warehouse.issued(document.number)
    const line = InventoryLines?.find(({ BarcodeID }) => BarcodeID === barcode)
    if (!line) return `no line ${barcode}`
    await this.#send('issuance', {
      IssuanceHeader: { ...IssuanceHeader, Status: 'RESERVED' },
      InventoryLines: [
        { ID: line.ID, BarcodeID: barcode, Status: 'PICKED', PickQty: this.#seeded.whole(1, 20) },
      ],
    })
    return `picks ${barcode} on ${document.number}`
  }

  async #cancel(): Promise<string> {
    if (this.#seeded.chance(0.6)) return 'leaves documents alone'
    const document = this.#seeded.any(this.#documents.filter(({ kind }) => kind === 'issuance'))
    if (!document) return 'nothing to cancel'
    const { IssuanceHeader } = await this.#warehouse.issued(document.number)
    await this.#send('issuance', {
      IssuanceHeader: { ...IssuanceHeader, Status: 'CANCELLED' },
      InventoryLines: [],
    })
    return `cancels ${document.number}`
  }

  #send(path: string, body: object): Promise<unknown> {
    return this.#warehouse.call(v.unknown(), 'ada.admin', path, body)
  }
  async #person(user: string): Promise<PersonRecord> {
    return (await this.#warehouse.call(Person, 'ada.admin', `maintenance/records/people/${user}`)).Record
  }
  #save(user: string, record: PersonRecord): Promise<unknown> {
    return this.#send('maintenance/records/people', { Key: user, ...record })
  }
}
