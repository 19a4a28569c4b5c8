// The command palette: lists every command by title, with its key, its arguments, and the reason if it may
// not run.
import { Command as Menu } from 'cmdk'
import { useDeferredValue, useMemo, useState } from 'react'
import { noteRecent, recentCommands } from '#app/state/recent-commands.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { FIRST_FOCUS } from '#app/ui/focus-owner.ts'
import type { Arguments, Command } from '#core/commands/command.ts'
import type { CommandContext } from '#core/commands/context.ts'
import { mayRun, missingArgument } from '#core/commands/dispatch.ts'
import { type NamedCommand, type Suggestion, suggestCommands } from '#core/commands/parse.ts'
import { isOpen } from '#core/commands/scopes.ts'
import { say, sayCode } from '#text/say.ts'
import type { DocumentHit } from '../app-shell.ts'
import { runOnOtherScreen } from '../engine/run-on-other-screen.ts'
import type { ScanEngine } from '../engine/scan-engine.ts'
import { useInput } from '../input-context.ts'
import { parkedHits } from '../kept/parked.ts'
import { writeKeys } from './key-hint.ts'
import { type Offer, rankTyped, rankUntyped } from './rank-offers.ts'
import './palette.css'

interface PaletteProps {
  /** The initial text, such as a command without its argument. */
  readonly text: string
  /** Documents with the same number, to choose from. */
  readonly hits: readonly DocumentHit[]
  readonly onClose: () => void
}

// Commands that have no use while the palette is open.
const hiddenCommands = new Set<Command['id']>([
  'openPalette',
  'dismiss',
  'typeDigit',
  'nextRow',
  'previousRow',
  'lineBelow',
  'lineAbove',
  'nextScan',
  'previousScan',
])

// Number of rows that are visible at opening. The others are rendered after the first paint, because a slow
// device would render ten times as much first.
const firstRowCount = 12

export default function Palette({ text: first, hits, onClose }: PaletteProps) {
  const { registry, engine, ports, run } = useInput()
  const [text, setText] = useState(first)
  const named = useMemo(
    () => nameCommands(registry.commands.filter(({ id }) => !hiddenCommands.has(id))),
    [registry],
  )
  const [recent] = useState(recentCommands)
  const offers = toOffers(suggestCommands(text, named), ports.context(), engine)
  const ranked =
    text.trim() === ''
      ? rankUntyped(
          offers.filter(({ command, verdict }) => verdict === true || isOpen(command.scope, ports.context())),
          recent,
          ({ scope }) => scope !== 'anywhere' && scope !== 'scanner',
        )
      : rankTyped(offers)
  const isPainted = useDeferredValue(true, false)
  const shown = isPainted ? ranked : ranked.slice(0, firstRowCount)
  const showsHits = hits.length > 0 && text === first
  const [parked] = useState(() => parkedHits(ports.context().shell.go))
  const words = text.toLowerCase().trim().split(/\s+/)
  const parkedWord = say('palette-parked').toLowerCase()
  const matchingParked = showsHits
    ? []
    : parked.filter(({ label }) =>
        words.every((word) => `${parkedWord} ${label.toLowerCase()}`.includes(word)),
      )
  // Commands come first, unless the text names a document.
  const areParkedFirst = text.trim() === '' || words.some((word) => word === parkedWord || /\d/.test(word))
  const parkedRows = matchingParked.length > 0 && (
    <Hits heading={say('palette-parked')} hits={matchingParked} onClose={onClose} />
  )

  const choose = ({ command, given, verdict, runElsewhere }: Offer) => {
    noteRecent(command.id)
    if (runElsewhere) {
      onClose()
      runElsewhere()
      return
    }
    if (verdict === true && missingArgument(command, given) !== undefined) {
      setText(`${say(`command.${command.id}`)} `)
      return
    }
    onClose()
    void run(command.id, given, 'palette')
  }

  return (
    <Dialog open onClose={onClose} title={say('palette-title')} kind="sheet">
      <Menu
        shouldFilter={false}
        loop
        vimBindings={false}
        label={say('palette-title')}
        className="palette layout-list"
      >
        <Menu.Input
          value={text}
          onValueChange={setText}
          placeholder={say('palette-prompt')}
          className="palette-input"
          {...FIRST_FOCUS}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
        />
        <Menu.List className="palette-list">
          {showsHits && <Hits heading={say('palette-documents')} hits={hits} onClose={onClose} />}
          {areParkedFirst && parkedRows}
          {shown.map((each) => (
            <Menu.Item
              key={each.command.id}
              value={each.command.id}
              className="palette-item"
              data-refused={(each.verdict !== true && !each.runElsewhere) || undefined}
              onSelect={() => choose(each)}
            >
              <Item {...each} />
            </Menu.Item>
          ))}
          {!areParkedFirst && parkedRows}
          {ranked.length === 0 && matchingParked.length === 0 && !showsHits && (
            <output className="palette-none">{say('palette-none')}</output>
          )}
        </Menu.List>
      </Menu>
    </Dialog>
  )
}

const Hits = ({
  heading,
  hits,
  onClose,
}: {
  readonly heading: string
  readonly hits: readonly DocumentHit[]
  readonly onClose: () => void
}) => (
  <Menu.Group heading={heading}>
    {hits.map((hit) => (
      <Menu.Item
        key={hit.key}
        value={hit.key}
        className="palette-item"
        onSelect={() => {
          onClose()
          hit.open()
        }}
      >
        {hit.label}
      </Menu.Item>
    ))}
  </Menu.Group>
)

const Item = ({ command, given, verdict, runElsewhere }: Offer) => (
  <>
    <span className="palette-title">
      {say(`command.${command.id}`)} <ArgumentHints command={command} given={given} />
    </span>
    <span>
      {writeKeys(command).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
    {verdict !== true && (
      <span className="palette-reason">
        {runElsewhere ? say('palette-leads') : sayCode(verdict.code, verdict.facts)}
      </span>
    )}
  </>
)

// Given arguments show their value, missing ones their name.
const ArgumentHints = ({ command, given }: { readonly command: Command; readonly given: Arguments }) =>
  command.arguments?.map(({ name, type, required }) => (
    <span key={name} className="palette-argument" data-given={given[name] !== undefined || undefined}>
      {given[name] ?? (required ? say(`argument.${type}`) : `[${say(`argument.${type}`)}]`)}{' '}
    </span>
  ))

// Adds to each command its verdict, and a way to run it on the document's other screen.
const toOffers = (
  suggestions: readonly Suggestion[],
  context: CommandContext,
  engine: ScanEngine,
): readonly Offer[] =>
  suggestions.map((each) => {
    const { command, given } = each
    const verdict = mayRun(command, context, given)
    const runElsewhere = verdict === true ? undefined : runOnOtherScreen(command, given, context, engine)
    return { ...each, verdict, ...(runElsewhere && { runElsewhere }) }
  })

// Adds titles and search words in the current language.
const nameCommands = (commands: readonly Command[]): readonly NamedCommand[] =>
  commands.map((command) => ({
    command,
    title: say(`command.${command.id}`),
    words: say(`command.${command.id}.words`),
  }))
