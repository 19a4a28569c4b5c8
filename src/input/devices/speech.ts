// Speaks sentences with the browser's voice (Web Speech API). Loaded only if the workstation has speech
// enabled.

// Is there a voice for the language? `unknown`: the browser has not loaded its voices yet, or has none.
type VoiceState = 'ready' | 'missing' | 'unknown' | 'unsupported'

interface Speaker {
  /**
   * Speaks a sentence in a later task. It interrupts the current sentence, except an error: after an error
   * only the latest sentence follows. Silent without a voice.
   */
  readonly say: (sentence: string, isError: boolean) => void
  readonly voice: () => VoiceState
  /** Calls the listener when the browser has loaded its voices; returns a function that removes it. */
  readonly onVoice: (listener: () => void) => () => void
  readonly stop: () => void
}

/** The parts of a window that the speaker uses. */
export interface SpeechView {
  readonly speechSynthesis?: Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> &
    Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly SpeechSynthesisUtterance?: new (text: string) => SpeechSynthesisUtterance
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly performance: Pick<Performance, 'now'>
}

interface QueuedSentence {
  readonly sentence: string
  readonly isError: boolean
}

// Some voices never report their end. After this time the error counts as spoken, in milliseconds.
const maxErrorMs = 12_000

/** Creates a speaker for a language (BCP 47). It stays silent in a browser without speech. */
export function createSpeaker(view: SpeechView, language: () => string): Speaker {
  const { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance } = view
  let error: { readonly utterance: SpeechSynthesisUtterance; readonly since: number } | undefined
  let queued: readonly QueuedSentence[] = []
  let stopped = false

  const voice = () => synthesis && voiceFor(language(), synthesis.getVoices())
  const isErrorSpoken = () => error === undefined || view.performance.now() - error.since > maxErrorMs

  const start = ({ sentence, isError }: QueuedSentence) => {
    const found = voice()
    if (!synthesis || !Utterance || !found) return
    synthesis.cancel()
    const utterance = new Utterance(sentence)
    utterance.voice = found
    utterance.lang = found.lang
    error = isError ? { utterance, since: view.performance.now() } : undefined
    const end = () => {
      if (error?.utterance !== utterance) return
      error = undefined
      speakNext()
    }
    // Browsers reject speech before the first key or touch ('not-allowed'). The sentence is then only shown.
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    synthesis.speak(utterance)
  }
  const speakNext = () => {
    const [first, ...rest] = queued
    queued = rest
    if (first && !stopped) start(first)
  }

  return {
    say: (sentence, isError) => {
      // Use a separate task, so that the scan and its tone come first.
      view.setTimeout(() => {
        if (stopped) return
        // Keep all errors, but only the latest other sentence.
        queued = [...queued.filter((said) => said.isError), { sentence, isError }]
        if (isErrorSpoken()) speakNext()
      }, 0)
    },
    voice: () => {
      if (!synthesis || !Utterance) return 'unsupported'
      const voices = synthesis.getVoices()
      if (voices.length === 0) return 'unknown'
      return voiceFor(language(), voices) ? 'ready' : 'missing'
    },
    onVoice: (listener) => {
      synthesis?.addEventListener('voiceschanged', listener)
      return () => synthesis?.removeEventListener('voiceschanged', listener)
    },
    stop: () => {
      stopped = true
      queued = []
      error = undefined
      synthesis?.cancel()
    },
  }
}

// Picks a voice of the language. Prefers a local voice, then one of the same region, then the default.
const voiceFor = (
  language: string,
  voices: readonly SpeechSynthesisVoice[],
): SpeechSynthesisVoice | undefined => {
  const wanted = tagOf(language)
  const [base] = wanted.split('-')
  const rank = (voice: SpeechSynthesisVoice) =>
    (voice.localService ? 4 : 0) + (tagOf(voice.lang) === wanted ? 2 : 0) + (voice.default ? 1 : 0)
  return voices
    .filter(({ lang }) => tagOf(lang).split('-')[0] === base)
    .toSorted((one, other) => rank(other) - rank(one))[0]
}

// Some systems use `en_US` instead of `en-US`.
const tagOf = (language: string): string => language.replaceAll('_', '-').toLowerCase()
