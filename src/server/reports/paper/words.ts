import { en } from '#text/en.ts'
import { enReports } from '#text/en-reports.ts'
import { fill } from '#text/say.ts'

const words = { ...en, ...enReports }
export type PaperCode = keyof typeof words

/** A sentence on paper: of the app's catalogue, or of paper's own. */
export const sayOnPaper = (code: PaperCode, facts: Readonly<Record<string, string | number>> = {}): string =>
  fill(words[code], facts)

/** Is there a sentence for this code? */
export const isPaperCode = (code: string): code is PaperCode => Object.hasOwn(words, code)
