// Speaks sentences with the browser's own voice (Web Speech API). Loaded only on workstations that want it.

/**
 * Is there a voice for the language? `unknown`: the browser has not told its voices yet, or has none at all.
 */
export type VoiceState = 'ready' | 'missing' | 'unknown' | 'unsupported'

export interface Speaker {
  /**
   * Speaks a sentence, later than everything that is under way now. It cuts the one before, but never an
   * error: what is said during an error follows it, the latest only. Silent without a voice.
   */
  readonly say: (sentence: string, isError: boolean) => void
  readonly voice: () => VoiceState
  /** Calls the listener when the voices have come; returns a function that stops this. */
  readonly onVoice: (listener: () => void) => () => void
  readonly stop: () => void
}

/** What it uses of a window. */
export interface SpeechView {
  readonly speechSynthesis?: Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> &
    Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly SpeechSynthesisUtterance?: new (text: string) => SpeechSynthesisUtterance
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly performance: Pick<Performance, 'now'>
}

interface Said {
  readonly sentence: string
  readonly isError: boolean
}

// Some voices never report their end: after this time an error is taken to have been heard, in milliseconds.
const LONGEST_ERROR = 12_000

/** Creates a speaker for a language (BCP 47). A browser without speech is no failure: it says nothing. */
export function createSpeaker(view: SpeechView, language: () => string): Speaker {
  const { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance } = view
  let error: { readonly utterance: SpeechSynthesisUtterance; readonly since: number } | undefined
  let next: readonly Said[] = []
  let stopped = false

  const voice = () => synthesis && voiceFor(language(), synthesis.getVoices())
  const isErrorHeard = () => error === undefined || view.performance.now() - error.since > LONGEST_ERROR

  const begin = ({ sentence, isError }: Said) => {
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
      goOn()
    }
    // Before a person's first key or touch the browser refuses ('not-allowed'): the sentence is only shown.
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    synthesis.speak(utterance)
  }
  const goOn = () => {
    const [first, ...rest] = next
    next = rest
    if (first && !stopped) begin(first)
  }

  return {
    say: (sentence, isError) => {
      // A task of its own: the scan and its tone come first.
      view.setTimeout(() => {
        if (stopped) return
        // Only the latest of what is no error is still news.
        next = [...next.filter((said) => said.isError), { sentence, isError }]
        if (isErrorHeard()) goOn()
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
      next = []
      error = undefined
      synthesis?.cancel()
    },
  }
}

// A voice of the language; one of the device rather than of the network, and of the same region if there is
// one.
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

// Some systems write en_US.
const tagOf = (language: string): string => language.replaceAll('_', '-').toLowerCase()
