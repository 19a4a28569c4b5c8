// Adapts bodies and queries to the configured server: id types as it sends them, without fields it does not
// know.
import * as v from 'valibot'
import { configAtom } from '#app/state/config.ts'
import { store } from '#app/state/store.ts'
import { readStored, writeStored } from '#app/state/stored.ts'
import type { WireText } from './client.ts'

// By area and field, such as 'issuance.TagNbr': are the ids numbers? Stored, because after a reload answers
// come from the cache.
const KEY = 'ids'
const readNumbers = () => readStored(KEY, v.record(v.string(), v.boolean()))
const isNumberByField: Record<string, boolean> = readNumbers() ?? {}

const idFields =
  /^(ID|Id|LineID|TagNbr|LogNbr|TransferNbr|RequestID|TrimSeasonID|IssueToNbr|ReturnedFromNbr)$/
// Fields whose type is known from another answer.
const SEASON = 'trimseasons.Id'
const GROWER = 'grower.Id'
const sameTypeAs: Readonly<Record<string, string>> = {
  TrimSeasonID: SEASON,
  TrimSeason: SEASON,
  IssueToNbr: GROWER,
  ReturnedFromNbr: GROWER,
  IssuanceID: 'issuance.TagNbr',
}

const areaOf = (call: string) => `${call.split('.')[0]}.`

// Fields beyond the specification that a server may have.
const extraFields = /^StorageLocation$/
const extraFieldKey = (area: string, name: string) => `${area}${name} is there`

/** Does the server lack this product's own parameters, fields and calls? */
export function isForeignServer(): boolean {
  return store.get(configAtom)?.extensions.includes('details') === false
}

/**
 * Must a change be verified by reading before its success is reported? `word`: the server's message beyond
 * the specification. This product's own server has no such messages.
 */
export function mustVerify(word: string): boolean {
  return word !== '' || isForeignServer()
}

/**
 * For the client: learns the types of ids from answers and writes them in the same type. This product's own
 * server accepts both.
 */
export const wireText: WireText = {
  note: (call, text) => {
    if (!isForeignServer()) return
    const area = areaOf(call)
    let isNew = false
    try {
      JSON.parse(text, (name, value) => {
        const isNumber = typeof value === 'number'
        const isId = idFields.test(name) && (isNumber || typeof value === 'string') && value !== ''
        if (isId && isNumberByField[area + name] !== isNumber) {
          isNumberByField[area + name] = isNumber
          isNew = true
        }
        if (extraFields.test(name) && !isNumberByField[extraFieldKey(area, name)]) {
          isNumberByField[extraFieldKey(area, name)] = true
          isNew = true
        }
        return value
      })
    } catch {
      // Not an answer of the server.
    }
    // Another tab may have learned others.
    if (isNew) writeStored(KEY, { ...readNumbers(), ...isNumberByField })
  },
  write: ({ call, of, input }) => {
    if (!isForeignServer()) return { query: input.query, text: JSON.stringify(input.body) }
    const ours: readonly string[] = Array.isArray(of.extensionOnly) ? of.extensionOnly : []
    const area = areaOf(call)
    const query = Object.fromEntries(
      Object.entries(input.query ?? {}).filter(([name]) => !ours.includes(name)),
    )
    const text = JSON.stringify(input.body, (name, value) => {
      if (ours.includes(name)) return undefined
      if (of.ifRead?.includes(name) && !isNumberByField[extraFieldKey(area, name)]) return undefined
      const isNumber = isNumberByField[area + name] ?? isNumberByField[sameTypeAs[name] ?? '']
      return isNumber && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
    })
    return { query, text }
  },
}
