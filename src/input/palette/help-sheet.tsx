// Shows the help of the open screen: keys and barcodes of the registry, and the effect of scans.
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { COMMAND_PREFIX } from '#core/commands/registry.ts'
import { isOpen, SCOPES, type Scope } from '#core/commands/scopes.ts'
import type { Candidate } from '#core/scan/classify.ts'
import { type CommandId, isCommandId } from '#core/wire/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import type { EngineTarget } from '../engine/scan-entry.ts'
import { useInput, useRun } from '../input-context.ts'
import { writeKeys } from './key-hint.ts'
import './help.css'

// A sample scan of each kind, to query the targets.
const samples: readonly Candidate[] = [
  { kind: 'barcode', barcode: 'A000000001' },
  { kind: 'number', number: '1', patterns: [] },
]

export default function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const { registry, engine, ports } = useInput()
  const run = useRun()
  const isHandheld = useIsHandheld()
  const context = ports.context()
  const scopes = SCOPES.filter((scope) => isOpen(scope, context))
  const targets = engine.targets()
  const closeAndRun = (id: CommandId) => {
    onClose()
    void run(id, {}, 'button')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('help-title')}
      kind="page"
      actions={
        <>
          <Button icon="command" onClick={() => closeAndRun('openPalette')}>
            {say('help-all')}
          </Button>
          <Button icon="scan" onClick={() => closeAndRun('goToScannerSetup')}>
            {say('help-advice')}
          </Button>
        </>
      }
    >
      <section aria-labelledby="help-scans">
        <h3 id="help-scans">{say('help-scans')}</h3>
        <dl className="help-scans">
          {samples.map((sample) => (
            <div key={sample.kind}>
              <dt>{say(`scan-kind-${sample.kind}`)}</dt>
              <dd>{effectOf(sample, targets)}</dd>
            </div>
          ))}
          <div>
            <dt>{say('help-quantity')}</dt>
            <dd>{say('help-quantity-does')}</dd>
          </div>
        </dl>
      </section>
      {/* A handheld has no keyboard; its buttons are on the screen. */}
      {!isHandheld && (
        <div className="help">
          {scopes.map((scope) => (
            <ScopeKeys key={scope} scope={scope} commands={registry.commands} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

// The effect of a scan of this kind here: its command, or the reason for a refusal.
const effectOf = (sample: Candidate, targets: readonly EngineTarget[]): string => {
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
}) => {
  const id = `help-${scope}`
  // For commands that work everywhere show only those with a key. The command sheet and the palette list the
  // rest.
  const shown = commands.filter(
    (command) => command.scope === scope && (scope !== 'anywhere' || writeKeys(command).length > 0),
  )
  return (
    <table className="help-keys" aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col" id={id}>
            {say(`scope.${scope}`)}
          </th>
          <th scope="col">
            <span className="for-readers">{say('help-key')}</span>
          </th>
          <th scope="col">
            <span className="for-readers">{say('help-barcode')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((command) => (
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
  )
}
