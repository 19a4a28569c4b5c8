// Chooses the default template of each location. A choice is saved immediately.
import { useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { reportResult } from '#app/state/results.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import {
  type DefaultLabelTemplate,
  type ListedTemplate,
  prepareTemplateCall,
} from '#features/printing/common/label-templates.ts'
import { say } from '#text/say.ts'

export function DefaultTemplates({
  locations,
  templates,
  usual,
  onChange,
}: {
  readonly locations: readonly { readonly Code: string; readonly Descript: string }[]
  readonly templates: readonly ListedTemplate[]
  readonly usual: readonly DefaultLabelTemplate[]
  readonly onChange: () => Promise<void>
}) {
  // Choices not yet confirmed by the server. Arrow keys pass many options; after the request in flight only
  // the latest one is sent.
  const [pendingChoices, setPendingChoices] = useState<Readonly<Record<string, string>>>({})
  const latestChoice = useRef<Record<string, string>>({})
  const sending = useRef(new Set<string>())
  const first = templates.find(({ Own }) => !Own)
  const options = [
    { value: '', label: say('templates.standard', { name: first?.Name ?? '' }) },
    ...templates.filter(({ Sound }) => Sound).map(({ Id, Name }) => ({ value: Id, label: Name })),
  ]
  const choose = async (location: string, template: string) => {
    latestChoice.current[location] = template
    setPendingChoices((now) => ({ ...now, [location]: template }))
    if (sending.current.has(location)) return
    sending.current.add(location)
    let saved = usual.find(({ Location }) => Location === location)?.Template ?? ''
    let sent: string
    let result: Awaited<ReturnType<typeof sendUsual>>
    do {
      sent = latestChoice.current[location] ?? ''
      result = await sendUsual(location, sent, saved)
      if (result.ok) saved = sent
    } while (latestChoice.current[location] !== sent)
    sending.current.delete(location)
    await onChange()
    setPendingChoices((now) => Object.fromEntries(Object.entries(now).filter(([code]) => code !== location)))
    const name = options.find(({ value }) => value === sent)?.label ?? sent
    if (result.ok) reportResult('ok', 'templates.used', { location, name })
    else {
      const reason = reasonOf(result.error)
      reportResult('error', 'withReason', { what: say('templates.notUsed', { location }), reason })
    }
  }
  return (
    <section aria-labelledby="templates-usual">
      <h2 id="templates-usual">{say('templates.usual')}</h2>
      <p>{say('templates.usualHelp')}</p>
      <div className="template-usual">
        {locations.map(({ Code, Descript }) => (
          <SelectField
            key={Code}
            label={Descript === '' ? Code : `${Code} · ${Descript}`}
            value={pendingChoices[Code] ?? usual.find(({ Location }) => Location === Code)?.Template ?? ''}
            options={options}
            onValue={(template) => void choose(Code, template)}
          />
        ))}
      </div>
    </section>
  )
}

const sendUsual = (location: string, template: string, seen: string) =>
  perform(
    prepareTemplateCall(
      'labelTemplates.use',
      { body: { Location: location, Template: template, Seen: seen } },
      ({ Usual }) => Usual,
    ),
  )
