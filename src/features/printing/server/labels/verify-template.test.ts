import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type LabelElement, type LabelTemplate, labelTemplate, mentions } from './label-template.ts'
import { sampleFacts } from './sample-facts.ts'
import { verifyTemplate } from './verify-template.ts'

const builtIn = (name: string): LabelTemplate =>
  v.parse(
    labelTemplate,
    JSON.parse(readFileSync(new URL(`./templates/${name}.json`, import.meta.url), 'utf8')),
  )
const passport = builtIn('passport-100x50')
const withElements = (change: (element: LabelElement) => readonly LabelElement[]): LabelTemplate => ({
  ...passport,
  elements: passport.elements.flatMap(change),
})
const refusalOf = async (template: LabelTemplate) =>
  (await verifyTemplate(template, sampleFacts)).readings.find(({ refusal }) => refusal)?.refusal

it.each(['passport-100x50', 'passport-57x32', 'passport-a4-24', 'roll-57x32'])(
  'the built-in template %s is accepted',
  async (name) => {
    expect(await refusalOf(builtIn(name))).toBeUndefined()
  },
)

it('a passport without a mandatory part is refused, with the missing parts', async () => {
  const template = withElements((element) => (mentions(element, 'operator') ? [] : [element]))
  expect(await refusalOf(template)).toMatchObject({
    code: 'templatePartMissing',
    facts: { parts: '{operator}' },
  })
})

it('a passport with a truncated part is refused, with its text', async () => {
  const template = withElements((element) =>
    mentions(element, 'botanical') ? [{ ...element, width: 8, height: 4 }] : [element],
  )
  expect(await refusalOf(template)).toMatchObject({
    code: 'templateTextCut',
    facts: { text: expect.stringContaining('Fragaria') },
  })
})
