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
const added = template('own', 60, 40)
const known = [template('twin', 100, 50), wide, small]
const file = { FileName: 'labels.zpl', FileType: 'ZPL', FileData: 'eA==' }

// Prints successfully, except on the broken templates.
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

it('prints on the built-in template of the same size when an added one cannot be drawn, and reports it', async () => {
  const { printed, print } = printing(added)
  expect(await printLabels(chosen(added), known, print)).toEqual(
    succeed({ ...file, Instead: { Template: 'Label small', Why: 'failed' } }),
  )
  expect(printed).toEqual(['small'])
})

it('reports no replacement when the template was drawn', async () => {
  const { printed, print } = printing()
  expect(await printLabels(chosen(added), known, print)).toEqual(succeed({ ...file, Instead: null }))
  expect(printed).toEqual(['own'])
})

it('throws when a built-in template cannot be drawn, and prints no other', async () => {
  const { printed, print } = printing(wide)
  await expect(printLabels(chosen(wide), known, print)).rejects.toThrow('No outline')
  expect(printed).toEqual([])
})
