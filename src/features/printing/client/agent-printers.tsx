// Lists the printers of the agent at an address, on a button press because the browser may prompt for
// network access.
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type AgentAddress, addressOf } from '#app/api/print-agent/address.ts'
import { type AgentState, askAgent } from '#app/api/print-agent/list-printers.ts'
import { configAtom } from '#app/state/config.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { say } from '#text/say.ts'

export function AgentPrinters({
  host,
  port,
  chosen,
  onChoose,
}: {
  readonly host: string
  readonly port: string
  /** The printer name in the field. */
  readonly chosen: string
  readonly onChoose: (name: string) => void
}) {
  const agent = useAtomValue(configAtom)?.printAgent
  const token = agent?.token ?? ''
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ readonly address: AgentAddress; readonly state: AgentState }>()
  const address = addressOf({ host, port, scheme: agent?.scheme ?? 'wss', token })
  const usable = host.trim() !== '' && address.ok
  // Ignore a result that belongs to another address.
  const state = usable && result?.address.shown === address.value.shown ? result.state : undefined
  const loadPrinters = async () => {
    if (!usable) return
    setBusy(true)
    setResult({ address: address.value, state: await askAgent(address.value, { token }) })
    setBusy(false)
  }
  const names = state?.type === 'lists' ? state.names : []
  return (
    <div className="print-agent">
      <Button
        icon="search"
        busy={busy}
        reason={usable ? undefined : say('printers.agent.badAddress')}
        onClick={() => void loadPrinters()}
      >
        {say('printers.askAgent')}
      </Button>
      <div role="status" className="print-agent-state">
        {state && result && <AgentStateView state={state} address={result.address} />}
      </div>
      {names.length > 0 && (
        <SelectField
          label={say('printers.ofAgent')}
          value={names.includes(chosen) ? chosen : ''}
          placeholder={say('printers.choose')}
          options={names.map((name) => ({ value: name, label: name }))}
          onValue={(name) => name !== '' && onChoose(name)}
        />
      )}
    </div>
  )
}

const AgentStateView = ({
  state,
  address,
}: {
  readonly state: AgentState
  readonly address: AgentAddress
}) => {
  const agent = address.shown
  switch (state.type) {
    case 'lists':
      return (
        <>
          <p>
            {state.names.length === 0
              ? say('printers.agent.none', { agent })
              : say('printers.agent.lists', { agent, n: state.names.length })}
          </p>
          {state.unnamed.length > 0 && (
            <p>{say('printers.agent.unnamed', { printers: state.unnamed.join(', ') })}</p>
          )}
        </>
      )
    case 'answers':
      return <p>{say('printers.agent.answers', { agent })}</p>
    case 'token':
      return <p>{say('print.cause.token', { agent })}</p>
    case 'unreachable':
      return (
        <>
          <p>
            {state.cause === 'policy'
              ? say('printers.agent.policy', { agent })
              : say(`print.cause.${state.cause}`, { agent })}
          </p>
          {state.cause === 'offOrUntrusted' && (
            <p>
              <a className="print-link" href={address.page} target="_blank" rel="noopener noreferrer">
                {say('print.agentPage')}
              </a>
            </p>
          )}
        </>
      )
  }
}
