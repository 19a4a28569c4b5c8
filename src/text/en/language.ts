import { defineLanguage } from '../language.ts'
import { first, grammar } from './first.ts'
import { later } from './later.ts'
import { paper } from './paper.ts'
import { signInPage } from './sign-in-page.ts'

/** English, on screens, in print and on the sign-in pages. */
export const english = defineLanguage({
  ...grammar,
  sentences: { ...first, ...later, ...paper, ...signInPage },
})
