import { describe, expect, it } from 'vitest'
import { registry } from '#core/commands/index.ts'
import { suggestCommands } from '#core/commands/parse.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { refuse } from '#core/wire/refusals.ts'
import { en } from '#text/en/index.ts'
import { type Offer, rankTyped, rankUntyped } from './rank-offers.ts'

const named = registry.commands.map((command) => ({
  command,
  title: en[`command.${command.id}`],
  words: en[`command.${command.id}.words`],
}))
// The offers for a text if only these commands are allowed.
const offers = (text: string, ...may: readonly CommandId[]): readonly Offer[] =>
  suggestCommands(text, named).map((each): Offer => {
    const verdict: Verdict = may.includes(each.command.id) ? true : refuse('notOnThisScreen')
    return { ...each, verdict }
  })
const ids = (ranked: readonly Offer[]) => ranked.map(({ command }) => command.id)

describe('typed words', () => {
  it('rank allowed commands before refused ones', () => {
    expect(ids(rankTyped(offers('dump', 'goToDump', 'newDump'))).slice(0, 2)).toEqual(['goToDump', 'newDump'])
  })

  it('rank a refused command found by title before one found by search words, so that its reason is shown', () => {
    expect(ids(rankTyped(offers('ship', 'goToReceiving', 'goToDetail', 'undo')))[0]).toBe('ship')
  })

  it('rank a command of the document’s other screen like an allowed one', () => {
    const [first] = rankTyped(
      offers('pick B123456789 40', 'findStock').map((offer) =>
        offer.command.id === 'pick' ? { ...offer, runElsewhere: () => undefined } : offer,
      ),
    )
    expect(first).toMatchObject({ command: { id: 'pick' }, given: { barcode: 'B123456789', quantity: 40 } })
  })
})

describe('empty input', () => {
  const here = ['cancelDocument', 'goToEdit', 'ship', 'pick', 'signOut', 'goToSetup', 'undo'] as const
  const rank = (recent: readonly CommandId[], ...may: readonly CommandId[]) =>
    ids(rankUntyped(offers('', ...may), recent, ({ scope }) => scope !== 'anywhere' && scope !== 'scanner'))

  it('ranks the usual next commands first, and never one that ends something', () => {
    const ranked = rank([], ...here).slice(0, here.length)
    expect(ranked.slice(0, 2)).toEqual(['ship', 'pick'])
    expect(ranked.slice(-2).toSorted()).toEqual(['cancelDocument', 'signOut'])
  })

  it('ranks recent commands before that, the last one first, except those that end something', () => {
    expect(rank(['cancelDocument', 'goToSetup', 'undo'], ...here).slice(0, 3)).toEqual([
      'goToSetup',
      'undo',
      'ship',
    ])
  })

  it('does not rank a recent command first if it is refused now', () => {
    expect(rank(['ship'], 'pick', 'goToEdit')[0]).toBe('pick')
  })
})
