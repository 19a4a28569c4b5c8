import { paper } from '#text/es/paper.ts'
import { defineLanguage } from '../language.ts'
import { first, grammar } from './first.ts'
import { later } from './later.ts'

/**
 * Spanish for nursery crews in the western United States and in Mexico, on screens and in print.
 * docs/spanish.md lists the technical terms.
 */
export const spanish = defineLanguage({ ...grammar, sentences: { ...first, ...later, ...paper } })
