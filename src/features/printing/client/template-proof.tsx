// Shows a label as it would print, and the barcode read at each density.
import { Icon } from '#app/ui/icon.tsx'
import type { TemplatePreview } from '#features/printing/common/label-templates.ts'
import { say, sayCode } from '#text/say.ts'
import { sayTemplateSize } from './template-size.ts'

export function TemplateProofView({ proof }: { readonly proof: TemplatePreview }) {
  const { Template, Picture, Barcode, Readings } = proof
  return (
    <figure className="layout-list">
      <div className="template-picture">
        <img
          src={`data:image/png;base64,${Picture}`}
          alt={say('templates.pictureOf', { name: Template.Name, barcode: Barcode })}
        />
      </div>
      <figcaption>
        <strong>{Template.Name}</strong> {sayTemplateSize(Template)}
      </figcaption>
      <ul className="template-readings layout-list">
        {Readings.map(({ Dpi, Bar, Read, Refusal }) => (
          <li key={Dpi} data-bad={Refusal ? true : undefined}>
            <Icon name={Refusal ? 'error' : 'check'} />
            <span>
              {Refusal
                ? sayCode(Refusal.code, Refusal.facts)
                : say('templates.reads', {
                    dpi: Dpi,
                    codes: Read.join(', '),
                    bar: Bar.toFixed(2),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
