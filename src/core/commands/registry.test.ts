import { describe, expect, it } from 'vitest'
import { COMMAND_IDS } from '#core/wire/command-ids.ts'
import type { Command } from './command.ts'
import { commands, registry } from './index.ts'
import { createRegistry, keysOf } from './registry.ts'

const command = (changes: Partial<Command>): Command => ({
  id: 'showAll',
  scope: 'list',
  when: () => true,
  run: () => undefined,
  ...changes,
})

describe('the registry', () => {
  it('refuses two commands with the same id', () => {
    expect(() => createRegistry([command({}), command({ scope: 'edit' })])).toThrow(/share the id 'showAll'/)
  })

  it('refuses two commands with the same barcode, in upper or lower case', () => {
    expect(() =>
      createRegistry([command({ barcode: 'SHIP' }), command({ id: 'ship', barcode: 'ship' })]),
    ).toThrow(/share the barcode 'SHIP'/)
  })

  it.each([
    ['list', 'list'],
    ['list', 'anywhere'],
    ['anywhere', 'dialog'],
    ['scanner', 'detail'],
    ['header', 'edit'],
  ] as const)('refuses the same key in %s and %s, which can be open together', (one, other) => {
    expect(() =>
      createRegistry([
        command({ scope: one, keys: 'x' }),
        command({ id: 'ship', scope: other, keys: 'f9, X' }),
      ]),
    ).toThrow(/share the key 'x'/)
  })

  it.each([
    ['list', 'edit'],
    ['edit', 'detail'],
    ['detail', 'dialog'],
    ['scanner', 'dialog'],
  ] as const)('accepts the same key in %s and %s, which are never open together', (one, other) => {
    expect(() =>
      createRegistry([command({ scope: one, keys: 'x' }), command({ id: 'ship', scope: other, keys: 'x' })]),
    ).not.toThrow()
  })

  it('has a command for every id', () => {
    expect(commands.map(({ id }) => id).sort()).toEqual([...COMMAND_IDS].sort())
  })

  it('finds the longest matching command of a barcode, and returns the rest as its words', () => {
    expect(registry.byBarcode('NEW.ISSUANCE')?.command.id).toBe('newIssuance')
    expect(registry.byBarcode('NEW')?.command.id).toBe('newDocument')
    expect(registry.byBarcode('q.25')).toMatchObject({ command: { id: 'setQuantity' }, rest: ['25'] })
    expect(registry.byBarcode('NOTHING')).toBeUndefined()
  })

  it('does not use digits, Tab or the space bar as keys', () => {
    const forbidden = commands.flatMap(keysOf).filter((key) => /^([0-9]|tab| |space)$/.test(key))
    expect(forbidden).toEqual([])
  })

  it('does not use keys that browsers reserve', () => {
    const reserved = ['mod+n', 'mod+t', 'mod+w', 'f5', 'f11', 'f12']
    expect(commands.flatMap(keysOf).filter((key) => reserved.includes(key))).toEqual([])
  })
})
