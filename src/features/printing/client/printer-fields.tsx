// Edits the additional fields of a print server: loaded stock, dots per inch, rotation.
import { usePlace } from '#app/state/place.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import type { PrintFormat } from '#core/wire/constants.ts'
import { canRotate, type PrinterSetup, ROTATIONS } from '#features/printing/common/printer-setup.ts'
import { DOTS_PER_INCH } from '#features/printing/common/printing.ts'
import { say } from '#text/say.ts'
import { useTemplates } from './label-templates.ts'

/** The additional fields of a print server, without its ID. */
export type AdditionalFields = Omit<PrinterSetup, 'ID'>

export const DEFAULT_FIELDS: AdditionalFields = { Dpi: null, Rotation: 0, Stock: '' }

/** Returns the values that a format supports: a label printer rotates by 180° only. */
export function supportedFields(fields: AdditionalFields, format: PrintFormat): AdditionalFields {
  return canRotate(format, fields.Rotation) ? fields : { ...fields, Rotation: 0 }
}

export function PrinterFields({
  format,
  value,
  onValue,
}: {
  readonly format: PrintFormat
  readonly value: AdditionalFields
  readonly onValue: (value: AdditionalFields) => void
}) {
  const { items } = useTemplates(usePlace().location)
  const set = (change: Partial<AdditionalFields>) => onValue({ ...value, ...change })
  // Label printers have rolls.
  const templates = items.filter(({ PerPage }) => format === 'PDF' || PerPage === 1)
  const onLabels = format === 'ZPL' || value.Stock !== ''
  return (
    <>
      <SelectField
        label={say('printers.stock')}
        value={value.Stock}
        options={[
          { value: '', label: say(format === 'PDF' ? 'printers.paper' : 'printers.usualRoll') },
          ...templates.map(({ Id, Name }) => ({
            value: Id,
            label: say('printers.stockOf', { template: Name }),
          })),
          // Keep a template that no longer exists until the user chooses another.
          ...(value.Stock !== '' && !templates.some(({ Id }) => Id === value.Stock)
            ? [{ value: value.Stock, label: say('printers.stockOf', { template: value.Stock }) }]
            : []),
        ]}
        onValue={(Stock) => set({ Stock })}
      />
      {onLabels && (
        <>
          <SelectField
            label={say('printers.dpi')}
            hint={say('printers.dpiHint')}
            value={value.Dpi === null ? '' : String(value.Dpi)}
            options={[
              { value: '', label: say('printers.dpiOfLabel') },
              ...DOTS_PER_INCH.map((dpi) => ({ value: String(dpi), label: String(dpi) })),
            ]}
            onValue={(text) => set({ Dpi: DOTS_PER_INCH.find((dpi) => String(dpi) === text) ?? null })}
          />
          <SelectField
            label={say('printers.rotation')}
            hint={format === 'PDF' ? say('printers.rotationHint') : undefined}
            value={String(value.Rotation)}
            options={ROTATIONS.filter((rotation) => canRotate(format, rotation)).map((n) => ({
              value: String(n),
              label: say('printers.degrees', { n }),
            }))}
            onValue={(text) => set({ Rotation: ROTATIONS.find((each) => String(each) === text) ?? 0 })}
          />
        </>
      )}
    </>
  )
}
