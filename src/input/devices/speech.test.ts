import { describe, expect, it } from 'vitest'
import { simulateSpeech } from '#tests/support/speech.ts'
import { createSpeaker } from './speech.ts'

const speaking = (options: Parameters<typeof simulateSpeech>[0] = {}, language = 'en') => {
  const device = simulateSpeech(options)
  return { device, speaker: createSpeaker(device.view, () => language) }
}

describe('spoken outcomes', () => {
  it('are spoken in a later task', () => {
    const { device, speaker } = speaking()
    speaker.say('A3: 25', false)
    expect(device.heard()).toEqual([])
    device.run()
    expect(device.heard()).toEqual(['A3: 25'])
  })

  it('interrupt the previous one; one that has not started is skipped', () => {
    const { device, speaker } = speaking()
    speaker.say('A3: 25', false)
    device.run()
    speaker.say('A4: 30', false)
    speaker.say('A5: 35', false)
    device.run()
    expect(device.log()).toEqual(['start A3: 25', 'cut A3: 25', 'start A4: 30', 'cut A4: 30', 'start A5: 35'])
  })

  it('never interrupt an error: the latest follows it', () => {
    const { device, speaker } = speaking()
    speaker.say('Not done. Not in stock', true)
    device.run()
    speaker.say('A4: 30', false)
    speaker.say('A5: 35', false)
    device.run()
    expect(device.heard()).toEqual(['Not done. Not in stock'])
    device.finish()
    expect(device.log()).toEqual([
      'start Not done. Not in stock',
      'end Not done. Not in stock',
      'start A5: 35',
    ])
  })

  it('speak a second error after the first, before other outcomes', () => {
    const { device, speaker } = speaking()
    for (const [sentence, isError] of [
      ['First', true],
      ['Second', true],
      ['A5: 35', false],
    ] as const)
      speaker.say(sentence, isError)
    device.run()
    device.finish()
    device.finish()
    expect(device.heard()).toEqual(['First', 'Second', 'A5: 35'])
  })

  it('continue after an error whose voice never reports its end', () => {
    const { device, speaker } = speaking()
    speaker.say('Not done', true)
    device.run()
    device.pass(13_000)
    speaker.say('A5: 35', false)
    device.run()
    expect(device.heard()).toEqual(['Not done', 'A5: 35'])
  })

  it('are silent without an error before the first key, and spoken after it', () => {
    const { device, speaker } = speaking({ allowed: false })
    speaker.say('Not done', true)
    device.run()
    expect(device.log()).toEqual(['refused Not done'])
    device.allow()
    speaker.say('A5: 35', false)
    device.run()
    expect(device.heard()).toEqual(['A5: 35'])
  })

  it('stop with the page', () => {
    const { device, speaker } = speaking()
    speaker.say('Not done', true)
    device.run()
    speaker.say('A5: 35', false)
    speaker.stop()
    device.run()
    expect(device.log()).toEqual(['start Not done', 'cut Not done'])
  })
})

describe('the voice', () => {
  it('may load late: nothing is spoken before', () => {
    const { device, speaker } = speaking({ voices: [] })
    const reported: string[] = []
    speaker.onVoice(() => reported.push(speaker.voice()))
    expect(speaker.voice()).toBe('unknown')
    speaker.say('A3: 25', false)
    device.run()
    expect(device.log()).toEqual([])
    device.setVoices([{ lang: 'en-US', localService: true }])
    expect(reported).toEqual(['ready'])
    speaker.say('A4: 30', false)
    device.run()
    expect(device.heard()).toEqual(['A4: 30'])
  })

  it('has the page’s language, and is local if possible', () => {
    const { device, speaker } = speaking({
      voices: [
        { lang: 'de-DE', localService: true, default: true },
        { lang: 'en-US', localService: false },
        { lang: 'en_GB', localService: true },
      ],
    })
    speaker.say('A4: 30', false)
    device.run()
    expect(device.languages()).toEqual(['en_GB'])
  })

  it('is missing if no voice has the language: nothing is spoken in another one', () => {
    const { device, speaker } = speaking({ voices: [{ lang: 'de-DE', localService: true }] })
    expect(speaker.voice()).toBe('missing')
    speaker.say('A4: 30', false)
    device.run()
    expect(device.log()).toEqual([])
  })

  it('is not an error in a browser without speech', () => {
    const { device, speaker } = speaking({ supported: false })
    expect(speaker.voice()).toBe('unsupported')
    speaker.say('A4: 30', false)
    device.run()
    speaker.stop()
    expect(device.log()).toEqual([])
  })
})
