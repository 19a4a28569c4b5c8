import { defineLanguage } from '../language.ts'
import { first, grammar } from './first.ts'
import { later } from './later.ts'
import { paper } from './paper.ts'
import { signInPage } from './sign-in-page.ts'

/**
 * Spanish for nursery crews in the western United States and in Mexico, on screens, in print and on the
 * sign-in pages. docs/spanish.md lists the technical terms.
 */
export const spanish = defineLanguage({
  ...grammar,
  sentences: { ...first, ...later, ...paper, ...signInPage },
})
