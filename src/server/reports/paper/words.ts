import type { PaperCode } from '#text/catalogue.ts'
import { en } from '#text/en/index.ts'
import { paper } from '#text/en/paper.ts'
import { defineLanguage } from '#text/language.ts'
import { fill } from '#text/say.ts'

const words = { ...en, ...paper }
const english = defineLanguage({ locale: 'en', forms: ['one', 'other'], sentences: words })

/** A sentence on paper: from the app's catalogue, or paper's own. */
export function sayOnPaper(code: PaperCode, facts: Readonly<Record<string, string | number>> = {}): string {
  return fill(words[code], facts, english)
}

/** Is there a text for this code? */
export function isPaperCode(code: string): code is PaperCode {
  return Object.hasOwn(words, code)
}
