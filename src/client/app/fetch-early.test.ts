import { afterEach, expect, it, vi } from 'vitest'
import { writeTokens } from '#client/api/kept-tokens.ts'
import { preferencesAtom } from '#client/state/preferences.ts'
import { store } from '#client/state/store.ts'
import { fetchEarly } from './fetch-early.ts'

afterEach(() => {
  vi.restoreAllMocks()
  writeTokens(undefined)
  document.head.replaceChildren()
})

const load = () => {
  const script = document.createElement('script')
  script.dataset['work'] = '/assets/work-1a.js /assets/work-2b.css'
  for (const language of ['en', 'es']) script.setAttribute(`data-words-${language}`, `/assets/${language}.js`)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  fetchEarly(document)
  return [...document.head.querySelectorAll('link')].map((link) =>
    [link.rel, link.getAttribute('as'), new URL(link.href).pathname].filter(Boolean).join(' '),
  )
}

const signIn = () =>
  writeTokens({
    access_token: 'a',
    expires_at: Date.now() / 1000 + 300,
    profile: { sub: 'pia', groups: [] },
  })

it('asks at once for what work needs, if somebody is signed in', () => {
  signIn()
  expect(load()).toEqual([
    'modulepreload /assets/work-1a.js',
    'preload style /assets/work-2b.css',
    'modulepreload /assets/en.js',
  ])
})

it.each([
  ['es', 'en-US', '/assets/es.js'],
  ['en', 'es-MX', '/assets/en.js'],
  [undefined, 'es-MX', '/assets/es.js'],
  [undefined, 'fr-FR', '/assets/en.js'],
])('asks for the sentences of one language: %s is chosen, the browser is in %s', (chosen, browser, words) => {
  signIn()
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
  if (chosen) store.set(preferencesAtom, { language: chosen })
  expect(load().at(-1)).toBe(`modulepreload ${words}`)
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
