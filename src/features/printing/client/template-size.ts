import type { ListedTemplate } from '#features/printing/common/label-templates.ts'
import { say } from '#text/say.ts'

/** Returns a template's label size as text: '100 × 50 mm, roll, 203 dpi or more'. */
export function sayTemplateSize({ Width, Height, PerPage, Dpi }: ListedTemplate): string {
  const size = { width: round(Width), height: round(Height), dpi: Dpi, n: PerPage }
  return say(PerPage === 1 ? 'templates.roll' : 'templates.sheet', size)
}

const round = (millimetres: number) => Math.round(millimetres * 10) / 10
