import { describe, expect, it } from 'vitest'
import type { Entry } from './scan-entry.ts'
import { createShownOutcomes } from './shown-outcomes.ts'

const open = () => {
  const page = { held: false, path: '/Issuance/Grower/1' }
  const shown = createShownOutcomes(
    () => page.held,
    () => page.path,
  )
  const entry = (id: string, tone: Entry['tone'] = 'ok', code = 'picked'): Entry => ({
    id,
    at: 0,
    text: id,
    raw: id,
    kind: 'barcode',
    tone,
    code,
    args: {},
  })
  const past = () => shown.state().past.map(({ id, tone }) => `${id} ${tone}`)
  return { page, shown, entry, past }
}

describe('the earlier outcomes', () => {
  it('are the three latest, each once, latest first', () => {
    const { shown, entry, past } = open()
    for (const id of ['A', 'B', 'C', 'D', 'E']) shown.show(entry(id), false)
    expect(shown.state().last?.id).toBe('E')
    expect(past()).toEqual(['D ok', 'C ok', 'B ok'])
    shown.clear()
    expect(past()).toEqual(['E ok', 'D ok', 'C ok'])
  })

  it('belong to their document and disappear with it', () => {
    const { page, shown, entry, past } = open()
    shown.show(entry('A'), false)
    shown.show(entry('B'), false)
    page.path = '/Issuance/Grower/2'
    shown.moveTo(page.path)
    expect(shown.state().last).toBeUndefined()
    expect(past()).toEqual([])
  })

  it('disappear even if the next outcome comes before the navigation is noticed', () => {
    const { page, shown, entry, past } = open()
    shown.show(entry('A'), false)
    page.path = '/Issuance/'
    shown.show(entry('B'), false)
    expect(past()).toEqual([])
  })

  it('are updated in place with the server’s later reply', () => {
    const { shown, entry, past } = open()
    shown.show(entry('A', 'busy', 'savedHere'), false)
    shown.show(entry('B', 'busy', 'savedHere'), false)
    shown.updateText(entry('A', 'ok'))
    expect(past()).toEqual(['A ok'])
    expect(shown.state().last).toMatchObject({ id: 'B', tone: 'busy' })
  })

  it('include the outcomes of keys during a held error, once that is acknowledged', () => {
    const { page, shown, entry, past } = open()
    shown.show(entry('A', 'error', 'failed'), true)
    page.held = true
    shown.show({ ...entry('K'), raw: '' }, false)
    shown.show({ ...entry('L'), raw: '' }, false)
    expect(shown.state()).toMatchObject({ last: { id: 'A' }, beside: { id: 'L' } })
    shown.showNextError()
    expect(past()).toEqual(['L ok', 'A error', 'K ok'])
  })

  it('omit outcomes that only confirm a key', () => {
    const { shown, entry, past } = open()
    shown.show(entry('A'), false)
    shown.show(entry('OK', 'ok', 'scan-acknowledged'), false)
    shown.show(entry('B'), false)
    expect(past()).toEqual(['A ok'])
  })
})
