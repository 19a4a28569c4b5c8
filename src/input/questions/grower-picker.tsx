// The required grower picker of grower storage (part 1 section 2, 'Dump detail'; part 2 section 2.8).
import { useRef } from 'react'
import { Combobox } from '#app/ui/combobox.tsx'
import { growerOption } from '#app/ui/grower-option.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import { refuse } from '#core/wire/refusals.ts'
import { say } from '#text/say.ts'
import { outcomeOf } from '../engine/outcomes.ts'
import { useCommandPorts } from '../engine/use-command-ports.ts'

export function GrowerPicker({
  growers,
  value,
  onValue,
}: {
  readonly growers: {
    readonly items: readonly GrowerEntity[]
    readonly state: 'loading' | 'ready' | 'failed'
    readonly reload: () => Promise<readonly GrowerEntity[] | null>
  }
  /** The id of the grower; '' for none. */
  readonly value: string
  readonly onValue: (grower: string) => void
}) {
  const container = useRef<HTMLDivElement>(null)
  useCommandPorts({
    grower: {
      choose: async (wanted) => {
        if (wanted === undefined) {
          container.current?.querySelector('input')?.focus()
          return undefined
        }
        const id = wanted.trim().toLowerCase()
        const findById = (items: readonly GrowerEntity[]) => items.find(({ Id }) => Id.toLowerCase() === id)
        let grower = findById(growers.items)
        if (!grower) {
          // The list may still be loading, or be older than the grower's last return.
          const items = await growers.reload()
          if (items === null) return outcomeOf('error', 'growersFailed')
          grower = findById(items)
        }
        if (!grower) return refusalOutcome(refuse('growerUnknown', { grower: wanted }))
        onValue(grower.Id)
        return outcomeOf('ok', 'growerChosen', { grower: grower.GrowerEntity || grower.Id })
      },
    },
  })
  const waiting = growers.state === 'loading'
  return (
    <div ref={container}>
      <Combobox
        label={say('selectGrower')}
        required
        options={growers.items.map((grower) => growerOption(grower))}
        value={value}
        onValue={onValue}
        placeholder={say(waiting ? 'loading' : 'documents.chooseEntity')}
        nothingFound={say(waiting ? 'loading' : 'documents.nobody')}
        error={growers.state === 'failed' ? say('growersFailed') : undefined}
      />
    </div>
  )
}
