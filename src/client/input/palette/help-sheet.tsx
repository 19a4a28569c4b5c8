// The open screen's help: the registry's keys and barcodes, and what its scan targets answer.
import { Dialog } from '#client/ui/dialog.tsx'
import { COMMAND_PREFIX } from '#commands/registry.ts'
import { isOpen, SCOPES, type Scope } from '#commands/scopes.ts'
import { isCommandId } from '#contract/command-ids.ts'
import type { Candidate } from '#scan/classify.ts'
import { say, sayCode } from '#text/say.ts'
import type { EngineTarget } from '../engine/scan-entry.ts'
import { useInput } from '../input-context.ts'
import { writeKeys } from './key-hint.ts'
import './help.css'

// Sample scans of each kind for the targets.
const samples: readonly Candidate[] = [
  { kind: 'barcode', barcode: 'A000000001' },
  { kind: 'number', number: '1', patterns: [] },
]

export default function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const { registry, engine, ports } = useInput()
  const context = ports.context()
  const scopes = SCOPES.filter((scope) => isOpen(scope, context))
  const targets = engine.targets()
  return (
    <Dialog open onClose={onClose} title={say('help-title')} kind="sheet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be in reach of the keyboard */}
      <div className="help" role="region" aria-label={say('help-title')} tabIndex={0}>
        <h3>{say('help-scans')}</h3>
        <dl className="help-scans">
          {samples.map((sample) => (
            <div key={sample.kind}>
              <dt>{say(`scan-kind-${sample.kind}`)}</dt>
              <dd>{meaningOf(sample, targets)}</dd>
            </div>
          ))}
          <div>
            <dt>{say('help-quantity')}</dt>
            <dd>{say('help-quantity-does')}</dd>
          </div>
        </dl>
        {scopes.map((scope) => (
          <ScopeKeys key={scope} scope={scope} commands={registry.commands} />
        ))}
        <h3>{say('help-advice')}</h3>
        <ul>
          {advice.map((code) => (
            <li key={code}>{say(code)}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const advice = [
  'scan-help-calibrate',
  'scan-help-y-and-z',
  'scan-help-cut-digits',
  'scan-help-slow-scanners',
  'scan-help-modifiers',
  'scan-help-text-expanders',
] as const

// What a scan of this kind does here: its command, or why there is none.
const meaningOf = (sample: Candidate, targets: readonly EngineTarget[]): string => {
  for (const target of targets) {
    const answer = target.accepts(sample)
    if (answer?.type === 'intent' && isCommandId(answer.command)) return say(`command.${answer.command}`)
    if (answer?.type === 'refusal') return sayCode(answer.code, answer.args)
  }
  return sample.kind === 'number' ? say('command.openDocument') : say('scan-barcode-not-here')
}

const ScopeKeys = ({
  scope,
  commands,
}: {
  readonly scope: Scope
  readonly commands: ReturnType<typeof useInput>['registry']['commands']
}) => (
  <>
    <h3>{say(`scope.${scope}`)}</h3>
    <table className="help-keys">
      <thead>
        <tr>
          <th scope="col">{say('help-command')}</th>
          <th scope="col">{say('help-key')}</th>
          <th scope="col">{say('help-barcode')}</th>
        </tr>
      </thead>
      <tbody>
        {commands
          .filter((command) => command.scope === scope)
          .map((command) => (
            <tr key={command.id}>
              <th scope="row">{say(`command.${command.id}`)}</th>
              <td>
                {writeKeys(command).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{command.barcode !== undefined && <code>{COMMAND_PREFIX + command.barcode}</code>}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </>
)
