/** Finds English sentences on a screen in another language. */
import type { Page } from 'playwright/test'
import { en } from '#text/en/index.ts'
import { spanish } from '#text/es/language.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// Matches the sentence with any values in its placeholders.
const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .split(/(\{[^}]*\})/)
      .map((part) => (part.startsWith('{') ? '.*' : escaped(part)))
      .join('')}$`,
  )
const hasWords = (sentence: string) => /\p{L}{2,}/u.test(sentence.replace(/\{[^}]*\}/g, ''))

const spanishSentences = Object.values(spanish.sentences).filter(hasWords)
const english = Object.values<string>(en).filter(
  (sentence) => hasWords(sentence) && !spanishSentences.includes(sentence),
)
const patterns = english.map(patternOf)
const ownPatterns = spanishSentences.map(patternOf)

/** Visible texts, labels and hints that match an English sentence and no Spanish one. */
export async function findEnglish(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    return [...new Set(found.map((text) => text.trim()))].filter((text) => text !== '')
  })
  const matches = (all: readonly RegExp[], text: string) => all.some((pattern) => pattern.test(text))
  return texts.filter((text) => matches(patterns, text) && !matches(ownPatterns, text))
}
