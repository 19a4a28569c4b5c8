import type { SpeechView } from '#input/devices/speech.ts'

/**
 * Simulates the browser's speech (Web Speech API). Utterances queue; `cancel` ends all of them with
 * 'canceled' or 'interrupted'. Voices can arrive later with 'voiceschanged'. Before the first key or touch,
 * an utterance ends with 'not-allowed'.
 */
export function simulateSpeech({
  voices = [{ lang: 'en-US', localService: true }],
  allowed = true,
  supported = true,
}: {
  readonly voices?: readonly Partial<SpeechSynthesisVoice>[]
  readonly allowed?: boolean
  readonly supported?: boolean
} = {}) {
  const log: string[] = []
  const languages: string[] = []
  const tasks: (() => void)[] = []
  let known = voices
  let maySpeak = allowed
  let clock = 0
  let queue: Utterance[] = []
  let current: Utterance | undefined

  class Utterance extends EventTarget {
    readonly text: string
    lang = ''
    voice: SpeechSynthesisVoice | null = null
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  class Synthesis extends EventTarget {
    getVoices() {
      return [...known] as SpeechSynthesisVoice[]
    }
    speak(utterance: Utterance) {
      if (!maySpeak) {
        log.push(`refused ${utterance.text}`)
        tasks.push(() => utterance.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' })))
        return
      }
      queue.push(utterance)
      start()
    }
    cancel() {
      const ended = queue
      queue = []
      for (const [index, utterance] of ended.entries()) {
        log.push(`cut ${utterance.text}`)
        const error = index === 0 ? 'interrupted' : 'canceled'
        tasks.push(() => utterance.dispatchEvent(Object.assign(new Event('error'), { error })))
      }
    }
  }
  const start = () => {
    const [first] = queue
    if (!first || first === current) return
    current = first
    log.push(`start ${first.text}`)
    languages.push(first.voice?.lang ?? '')
  }
  const synthesis = new Synthesis()
  const view = {
    ...(supported && { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance }),
    setTimeout: (run: () => void) => tasks.push(run),
    performance: { now: () => clock },
  }
  return {
    view: view as unknown as SpeechView,
    /** Runs everything that is due. */
    run: () => {
      for (let task = tasks.shift(); task; task = tasks.shift()) task()
    },
    /** Ends the current utterance as spoken. */
    finish: () => {
      const done = queue.shift()
      if (!done) return
      log.push(`end ${done.text}`)
      done.dispatchEvent(new Event('end'))
      start()
    },
    allow: () => {
      maySpeak = true
    },
    pass: (ms: number) => {
      clock += ms
    },
    setVoices: (now: readonly Partial<SpeechSynthesisVoice>[]) => {
      known = now
      synthesis.dispatchEvent(new Event('voiceschanged'))
    },
    log: () => log,
    heard: () => log.filter((each) => each.startsWith('start ')).map((each) => each.slice(6)),
    languages: () => languages,
  }
}
