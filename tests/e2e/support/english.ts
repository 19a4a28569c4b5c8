/**
 * Finds English on a screen that is in another language: sentences of the catalogue that this language says
 * otherwise.
 */
import type { Page } from 'playwright/test'
import { en } from '#text/en/index.ts'
import { spanish } from '#text/es/language.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// A sentence as it stands on the screen, whatever its facts are.
const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .split(/(\{[^}]*\})/)
      .map((part) => (part.startsWith('{') ? '.*' : escaped(part)))
      .join('')}$`,
  )
const hasWords = (sentence: string) => /\p{L}{2,}/u.test(sentence.replace(/\{[^}]*\}/g, ''))

const own = Object.values(spanish.sentences).filter(hasWords)
const english = Object.values<string>(en).filter((sentence) => hasWords(sentence) && !own.includes(sentence))
const patterns = english.map(patternOf)
const ownPatterns = own.map(patternOf)

/**
 * Everything on the screen that is a sentence of the English catalogue and none of the Spanish one: words,
 * names, hints.
 */
export async function englishOn(page: Page): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const texts: string[] = [document.title]
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        texts.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
    }
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
  })
  const matches = (all: readonly RegExp[], text: string) => all.some((pattern) => pattern.test(text))
  return said.filter((text) => matches(patterns, text) && !matches(ownPatterns, text))
}
