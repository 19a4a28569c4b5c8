import { expect, it } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import type { LabelTemplate } from '#features/printing/server/labels/label-template.ts'
import { printLabels } from './label-choice.ts'

const template = (id: string, width: number, height: number): LabelTemplate => ({
  id,
  name: `Label ${id}`,
  order: 1,
  dpi: 203,
  label: { width, height },
  elements: [{ type: 'barcode', x: 0, y: 0, width, height }],
})
const wide = template('wide', 100, 50)
const small = template('small', 57, 32)
const own = template('own', 60, 40)
const known = [template('twin', 100, 50), wide, small]
const file = { FileName: 'labels.zpl', FileType: 'ZPL', FileData: 'eA==' }

// Prints, but for templates that cannot be drawn.
const printing = (...broken: readonly LabelTemplate[]) => {
  const printed: string[] = []
  const print = async (asked: LabelTemplate) => {
    if (broken.includes(asked)) throw new Error('No outline')
    printed.push(asked.id)
    return succeed(file)
  }
  return { printed, print }
}
const chosen = (asked: LabelTemplate) => ({ template: asked, instead: null, single: true })

it('one that was added and cannot be drawn: the product’s of its size is printed, once, and it is said', async () => {
  const { printed, print } = printing(own)
  expect(await printLabels(chosen(own), known, print)).toEqual(
    succeed({ ...file, Instead: { Template: 'Label small', Why: 'failed' } }),
  )
  expect(printed).toEqual(['small'])
})

it('nothing is said of one that was drawn', async () => {
  const { printed, print } = printing()
  expect(await printLabels(chosen(own), known, print)).toEqual(succeed({ ...file, Instead: null }))
  expect(printed).toEqual(['own'])
})

it('one of the product that cannot be drawn is a fault of it, and no other is printed', async () => {
  const { printed, print } = printing(wide)
  await expect(printLabels(chosen(wide), known, print)).rejects.toThrow('No outline')
  expect(printed).toEqual([])
})
