import { describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { startAgent, testAgentOptions } from '#tests/support/print-desk.ts'
import { addressOf } from './address.ts'
import { askAgent } from './list-printers.ts'

const asking = (port: number, token = '') => {
  const address = addressOf({ host: '127.0.0.1', port: String(port), scheme: 'ws', token })
  if (!address.ok) throw new Error(address.error)
  return askAgent(address.value, { token, openSocket: testAgentOptions.openSocket, timeoutMs: 10_000 })
}

describe('an agent’s list of printers', () => {
  it('has the agent’s own names, and the computer’s printers without one', async () => {
    const agent = await startAgent({ dialect: 'late', printers: ['Dock', 'Labels'], unnamed: ['HP 4000'] })
    expect(await asking(agent.port)).toEqual({
      type: 'lists',
      names: ['Dock', 'Labels'],
      unnamed: ['HP 4000'],
    })
    // Nothing was printed for that.
    expect(agent.received).toEqual([])
  })

  it('requires the agent’s token', async () => {
    const agent = await startAgent({ dialect: 'late', token: 'right', printers: ['Dock'] })
    expect(await asking(agent.port, 'right')).toMatchObject({ type: 'lists', names: ['Dock'] })
    expect(await asking(agent.port, 'wrong')).toEqual({ type: 'token' })
  })

  it('is missing from an early version, which only answers', async () => {
    const agent = await startAgent({ dialect: 'early', token: 'right' })
    expect(await asking(agent.port, 'right')).toEqual({ type: 'answers' })
    expect(await asking(agent.port, 'wrong')).toEqual({ type: 'token' })
  })

  it('reports the cause if the agent is not reachable', async () => {
    expect(await asking(await freePort())).toEqual({ type: 'unreachable', cause: 'off' })
  })
})
