import type { PrintFormat } from '#core/wire/constants.ts'
import type { PrinterSetup } from '#core/wire/printer-setup.ts'
import type { DotsAnInch } from '#core/wire/printing.ts'
import { type LabelTemplate, labelsOfPage } from '#features/printing/server/labels/label-template.ts'

/**
 * A template in the dots that are asked for, else in the printer's, else as it says; and turned as the
 * printer wants its labels.
 * `setup` null: no printer is known.
 */
export function forPrinter(template: LabelTemplate, setup: PrinterSetup | null, dpi?: DotsAnInch) {
  return {
    template: { ...template, dpi: dpi ?? setup?.Dpi ?? template.dpi },
    rotation: setup?.Rotation ?? 0,
  }
}

/**
 * The label of a test print: of the stock that the printer is loaded with, and a roll's for a label printer
 * that does not say. undefined: it is loaded with paper.
 */
export function testStock(
  templates: readonly LabelTemplate[],
  format: PrintFormat,
  stock: string,
): LabelTemplate | undefined {
  const fits = (template: LabelTemplate) => format === 'PDF' || labelsOfPage(template) === 1
  const loaded = templates.find((template) => template.id === stock && fits(template))
  return loaded ?? (format === 'ZPL' ? templates.find(fits) : undefined)
}
