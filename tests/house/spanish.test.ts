import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '#core/commands/index.ts'
import { suggestCommands } from '#core/commands/parse.ts'
import { en } from '#text/en/index.ts'
import { english as wholeEnglish } from '#text/en/language.ts'
import { spanish } from '#text/es/language.ts'
import { fill } from '#text/say.ts'

// The compiler requires each sentence with its facts and plural forms (languages.test.ts). This test checks
// the rest.

const src = resolve(import.meta.dirname, '../../src')
const english: Readonly<Record<string, string>> = wholeEnglish.sentences
const pairs = Object.entries(english).map(([code, sentence]) => ({
  code,
  sentence,
  translation: spanish.sentences[code] ?? '',
}))

const codesOf = async (name: string) =>
  Object.values<object>(await import(/* @vite-ignore */ join(src, name))).flatMap(Object.keys)

describe('Spanish', () => {
  const areas = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(^|\/)text\/en\/[\w-]+\.ts$/.test(name) && !/\/(index|language|first|later)\.ts$/.test(name),
  )

  it.each(areas)('has the sentences of %s in the file of the same name', async (name) => {
    expect((await codesOf(name.replace('/en/', '/es/'))).sort()).toEqual((await codesOf(name)).sort())
  })

  it('keeps scanned, typed and set values unchanged', () => {
    const wire =
      /%T(?:\.[A-Z]+)*|\bF\d\b|https?:\/\/|wss?:\/\/[\d.]*|\b[A-Z]+_[A-Z]+\b|\b(?:COMMERCIAL|FOUNDATION|UTF-\d+|CSV|LocalNetworkAccessAllowedForUrls)\b/g
    const wireIn = (text: string) => [...new Set(text.match(wire))].sort()
    expect(
      pairs.filter(({ sentence, translation }) => wireIn(sentence).join() !== wireIn(translation).join()),
    ).toEqual([])
  })

  it('has no sentence that is still English', () => {
    // Two words or more: shorter texts can be equal in both languages. The names of the languages are exempt.
    const untranslated = pairs.filter(
      ({ sentence, translation }) =>
        translation === sentence && /\p{L}{2,}[^{}]* \p{L}{3,}/u.test(translation),
    )
    expect(untranslated.map(({ code }) => code)).toEqual(['languages'])
  })

  it('has opening question and exclamation marks', () => {
    const unopened = ({ translation }: { readonly translation: string }) =>
      translation.replace(/[^?]/g, '').length !== translation.replace(/[^¿]/g, '').length ||
      translation.replace(/[^!]/g, '').length !== translation.replace(/[^¡]/g, '').length
    expect(pairs.filter(unopened).map(({ code }) => code)).toEqual(['rule.scan-not-accepted-here'])
  })

  it('addresses people as usted', () => {
    const tu = /(?<!\p{L})(?:tú|tu|tus|ti|contigo|tienes|puedes|quieres|necesitas|estás|haz|pon)(?!\p{L})/iu
    expect(
      pairs.filter(({ translation }) => tu.test(translation)).map(({ translation }) => translation),
    ).toEqual([])
  })

  it('translates statuses, one or several, and leaves other values unchanged', () => {
    const render = (status: string) => fill('{number} está {status}.', { number: 'RETURN', status }, spanish)
    expect(render('SHIPPED')).toBe('RETURN está EMBARCADO.')
    expect(render('SHIPPED / RECEIVED')).toBe('RETURN está EMBARCADO / RECIBIDO.')
    expect(render('COMMERCIAL')).toBe('RETURN está COMMERCIAL.')
  })
})

describe('the palette in Spanish', () => {
  const named = commands.map((command) => ({
    command,
    title: spanish.sentences[`command.${command.id}`] ?? '',
    words: spanish.sentences[`command.${command.id}.words`] ?? '',
  }))
  const best = (text: string) => suggestCommands(text, named)[0]?.command.id

  it.each([
    ['surtir B123456789 40', 'pick'],
    ['embarcar', 'ship'],
    ['recibir', 'receive'],
    ['nueva entrega', 'newIssuance'],
    ['nueva devolucion', 'newReturn'],
    ['DEVOLUCIÓN', 'newReturn'],
    ['por que', 'whyNot'],
    ['dar de baja', 'dumpLine'],
    ['terminar baja', 'dump'],
    ['cerrar sesion', 'signOut'],
    ['etiquetas del codigo', 'labelsOf'],
    ['10000123', 'openDocument'],
    ['escaner', 'goToScannerSetup'],
  ])('finds %s', (text, id) => {
    expect(best(text)).toBe(id)
  })

  it('finds each command by its title, with and without accents', () => {
    const lost = named.filter(({ command, title }) => {
      const found = suggestCommands(title.normalize('NFD').replace(/[\p{M}\p{P}]/gu, ''), named)
      return !found.some((each) => each.command === command)
    })
    expect(lost.map(({ title }) => title)).toEqual([])
  })

  it.each(['language', 'español', 'espanol', 'spanish', 'idioma', 'english'])(
    'finds the language command by %s, as in English',
    (text) => {
      const inEnglish = commands.map((command) => ({
        command,
        title: en[`command.${command.id}`],
        words: en[`command.${command.id}.words`],
      }))
      expect([best(text), suggestCommands(text, inEnglish)[0]?.command.id]).toEqual([
        'switchLanguage',
        'switchLanguage',
      ])
    },
  )
})
