import { afterEach, expect, it, vi } from 'vitest'
import { writeTokens } from '#client/api/kept-tokens.ts'
import { fetchEarly } from './fetch-early.ts'

afterEach(() => {
  vi.restoreAllMocks()
  writeTokens(undefined)
  document.head.replaceChildren()
})

const load = () => {
  const script = document.createElement('script')
  script.dataset['work'] = '/assets/work-1a.js /assets/work-2b.css'
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  fetchEarly(document)
  return [...document.head.querySelectorAll('link')].map((link) =>
    [link.rel, link.getAttribute('as'), new URL(link.href).pathname].filter(Boolean).join(' '),
  )
}

it('asks at once for what work needs, if somebody is signed in', () => {
  const profile = { sub: 'pia', groups: [] }
  writeTokens({ access_token: 'a', expires_at: Date.now() / 1000 + 300, profile })
  expect(load()).toEqual(['modulepreload /assets/work-1a.js', 'preload style /assets/work-2b.css'])
})

it('asks for nothing while nobody is', () => {
  expect(load()).toEqual([])
})

it('asks for nothing where the browser gives no access to its storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(load()).toEqual([])
})
