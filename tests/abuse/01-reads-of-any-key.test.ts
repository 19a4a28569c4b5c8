// Reads that any key allows show nothing of documents that need another key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlantHolder } from '#core/wire/inventory.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { barcodeOf, giveKeys, type ProblemBody } from '#tests/support/warehouse.ts'
import { openPlaces, type Places } from './places.ts'

let places: Places
beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places.warehouse.close())

describe('Abuse 1: role, location and call', () => {
  test('the history of a document of each kind needs the keys with which it is opened', async () => {
    const { own, warehouse } = places
    const keyOf = {
      issuance: ['ISSUANCEADMINKEY'],
      transfer: ['TRANSFERLOGADMINKEY'],
      dump: ['DUMPHOMEKEY'],
      count: ['COUNTADMINKEY'],
      return: ['RETURNADMINKEY'],
      request: ['ADJUSTINVENTORYKEY'],
    } as const satisfies Partial<Record<keyof typeof own, readonly SecurityKey[]>>
    const found: Record<string, string[]> = {}
    for (const kind of Object.keys(keyOf) as (keyof typeof keyOf)[]) {
      const codes: string[] = []
      const others = Object.entries(keyOf).flatMap(([other, keys]) => (other === kind ? [] : keys))
      for (const keys of [others, keyOf[kind]]) {
        await giveKeys(warehouse, 'pia.picker', keys)
        const answer = await warehouse.clerk('pia.picker').get<ProblemBody>(`history/document/${own[kind]}`)
        codes.push(answer.status === 200 ? 'ok' : answer.body.code)
      }
      found[kind] = codes
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(keyOf).map((kind) => [kind, ['key_missing', 'ok']])))
  })

  test('plant holders include grower storage documents only for users with grower storage keys', async () => {
    const { warehouse } = places
    const sam = warehouse.clerk('sam.super')
    const header = { StorageType: 'GROWERSTORAGE' }
    const tag = await sam.create(header)
    const line = { StorageLocation: '#GRG1' }
    const ordered = await sam.order(tag, barcodeOf(17), 10, { header, line })
    expect(ordered.body.InventoryLines[0]?.Status).toBe('RESERVED')
    const seenWith = async (keys: readonly SecurityKey[]) => {
      await giveKeys(warehouse, 'pia.picker', keys)
      const { body } = await warehouse.clerk('pia.picker').get<{ Result: PlantHolder[] }>('plantholders', {
        inventorylocation: 'WAT',
        trimseasonid: 'S1',
        barcodeid: barcodeOf(17),
      })
      return body.Result.map(({ Number }) => Number)
    }
    expect(await seenWith(['ISSUANCEADMINKEY'])).toEqual([])
    expect(await seenWith(['GROWERSTORAGEHOMEKEY'])).toEqual([tag])
  })
})
