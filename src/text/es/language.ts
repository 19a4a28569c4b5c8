import { paper } from '#text/es/paper.ts'
import { defineLanguage } from '../language.ts'
import { first, grammar } from './first.ts'
import { later } from './later.ts'

/**
 * Spanish as nursery crews in the western United States and in Mexico speak it, on screens and on paper. The
 * words of the field are in docs/spanish.md.
 */
export const spanish = defineLanguage({ ...grammar, sentences: { ...first, ...later, ...paper } })
