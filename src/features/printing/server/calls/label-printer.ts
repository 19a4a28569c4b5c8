import type { PrintFormat } from '#core/wire/constants.ts'
import type { PrinterSetup } from '#features/printing/common/printer-setup.ts'
import type { DotsPerInch } from '#features/printing/common/printing.ts'
import { type LabelTemplate, labelsOfPage } from '#features/printing/server/labels/label-template.ts'

/**
 * Sets a template's density (requested, else the printer's, else its own) and returns it with the printer's
 * rotation. `setup` is null if no printer is known.
 */
export function adaptToPrinter(template: LabelTemplate, setup: PrinterSetup | null, dpi?: DotsPerInch) {
  return {
    template: { ...template, dpi: dpi ?? setup?.Dpi ?? template.dpi },
    rotation: setup?.Rotation ?? 0,
  }
}

/**
 * Returns the label of a test print: of the loaded stock, or of any roll for a label printer without stock.
 * Undefined if the printer has paper.
 */
export function testTemplate(
  templates: readonly LabelTemplate[],
  format: PrintFormat,
  stock: string,
): LabelTemplate | undefined {
  const fits = (template: LabelTemplate) => format === 'PDF' || labelsOfPage(template) === 1
  const loaded = templates.find((template) => template.id === stock && fits(template))
  return loaded ?? (format === 'ZPL' ? templates.find(fits) : undefined)
}
