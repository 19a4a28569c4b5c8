import type { Faithful } from '../catalogue.ts'
import type { Language } from '../language.ts'
import { en } from './index.ts'

const forms = ['one', 'other'] as const

/** English on screens, without the words for paper. */
export const english: Language = {
  locale: 'en',
  forms,
  sentences: en satisfies Faithful<typeof en, typeof forms>,
}
