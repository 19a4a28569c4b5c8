import { expect, it } from 'vitest'
import { findLanguage } from './all-languages.ts'

it.each([
  ['es', 'es-MX'],
  ['es-MX', 'es-MX'],
  ['ES-419,en;q=0.8', 'es-MX'],
  [' es;q=0.9', 'es-MX'],
  ['es en', 'es-MX'],
  ['en-US', 'en'],
  ['est', 'en'],
  ['fr-FR,es;q=0.5', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s is answered in %s', (accepted, locale) => {
  expect(findLanguage(accepted).locale).toBe(locale)
})
