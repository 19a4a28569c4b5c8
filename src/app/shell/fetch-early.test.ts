import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeTokens } from '#app/api/token-store.ts'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { fetchEarly, fetchTypeface } from './fetch-early.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  writeTokens(undefined)
  document.head.replaceChildren()
  delete document.documentElement.dataset['line']
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

it('preloads the files for work immediately if a person is signed in', () => {
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
])('preloads the sentences of one language: %s is chosen, the browser is in %s', (chosen, browser, words) => {
  signIn()
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
  if (chosen) store.set(preferencesAtom, { language: chosen })
  expect(load().at(-1)).toBe(`modulepreload ${words}`)
})

it('preloads nothing while no person is signed in', () => {
  expect(load()).toEqual([])
})

it('preloads nothing if the browser blocks access to its storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(load()).toEqual([])
})

// Stub for the navigation timing of this page, in milliseconds.
class Visit {
  readonly name = ''
  readonly entryType = 'navigation'
  readonly startTime = 0
  readonly duration = 0
  readonly workerStart: number = 0
  readonly requestStart: number = 5
  readonly responseStart: number = 0
  readonly responseEnd: number = 0
  readonly toJSON = () => ({})
}

describe('the typeface', () => {
  const fetchAfter = (visit: Partial<Visit>) => {
    const script = document.createElement('script')
    script.dataset['typeface'] = '/assets/next-3c.woff2'
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
    vi.stubGlobal('PerformanceNavigationTiming', Visit)
    const entry = Object.assign(new Visit(), visit)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
    fetchTypeface(document)
    const [link] = document.head.querySelectorAll('link')
    return (
      link && [link.rel, link.getAttribute('as'), link.crossOrigin, new URL(link.href).pathname].join(' ')
    )
  }
  const isUsed = () => document.documentElement.dataset['line'] !== 'slow'

  it.each([
    ['came fast', { responseStart: 10, responseEnd: 20 }],
    ['is still coming, fast', { responseStart: 20 }],
    ['was kept by the service worker, which had to start first', { workerStart: 5, responseEnd: 400 }],
  ])('is preloaded immediately if the page %s', (_, visit) => {
    expect(fetchAfter(visit)).toBe('preload font anonymous /assets/next-3c.woff2')
    expect(isUsed()).toBe(true)
  })

  it.each([
    ['came slowly', { responseStart: 20, responseEnd: 165 }],
    ['is still coming, slowly', { responseStart: 165 }],
  ])('is neither preloaded nor used if the page %s', (_, visit) => {
    expect(fetchAfter(visit)).toBeUndefined()
    expect(isUsed()).toBe(false)
  })

  it('is used if the browser does not report the page’s timing', () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
    fetchTypeface(document)
    expect(isUsed()).toBe(true)
  })
})
