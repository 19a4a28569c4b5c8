import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { simulateSpeech } from '#tests/support/speech.ts'
import { SpokenOutcomes } from './spoken-outcomes.tsx'

const open = (options: Parameters<typeof simulateSpeech>[0] = {}) => {
  const device = simulateSpeech(options)
  const { speechSynthesis, SpeechSynthesisUtterance } = device.view
  if (speechSynthesis) {
    vi.stubGlobal('speechSynthesis', speechSynthesis)
    vi.stubGlobal('SpeechSynthesisUtterance', SpeechSynthesisUtterance)
  }
  render(<SpokenOutcomes checked={false} onValue={() => undefined} />)
  return device
}
afterEach(() => vi.unstubAllGlobals())

describe('the setting of spoken outcomes', () => {
  it('is disabled if the browser has no speech, and shows the reason', () => {
    open({ supported: false })
    expect(screen.getByRole('checkbox', { name: 'Voice' })).toBeDisabled()
    expect(screen.getByText('This browser cannot speak.')).toBeVisible()
  })

  it('shows that there is no voice until one is available', () => {
    const device = open({ voices: [] })
    expect(screen.getByText(/^This device has no voice/)).toBeVisible()
    act(() => device.setVoices([{ lang: 'en-US', localService: true }]))
    expect(screen.queryByText(/^This device has no voice/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Hear the voice' })).toBeVisible()
  })
})
