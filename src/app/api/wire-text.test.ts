import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => localStorage.clear())

// A tab has its own modules.
const openTab = async () => {
  vi.resetModules()
  const [{ configAtom }, { store }, { wireText }] = await Promise.all([
    import('#app/state/config.ts'),
    import('#app/state/store.ts'),
    import('./wire-text.ts'),
  ])
  const config = store.get(configAtom)
  store.set(configAtom, { ...config, extensions: [] } as typeof config)
  return wireText
}

it('keeps the types of ids that each of two tabs has learned from a server', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.note('issuance.detail', '{"TagNbr":1}')
  other.note('transfers.detail', '{"TransferNbr":2}')
  one.note('dump.detail', '{"LogNbr":3}')
  expect(JSON.parse(localStorage.getItem('trimline.ids') ?? '{}')).toEqual({
    'issuance.TagNbr': true,
    'transfers.TransferNbr': true,
    'dump.LogNbr': true,
  })
})
