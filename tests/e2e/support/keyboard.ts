/** The input devices of a workstation: a keyboard and a scanner, no mouse. */
import type { CDPSession, Page } from 'playwright/test'
import { fastScanner, type Pace, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'

// Time for which a person holds a key. A scanner holds it for a tenth of that.
const holdMs = 70
// Pauses between the keys of a text, in turn: a person's are uneven, those of a slow device are not.
const keyPausesMs = [30, 62, 24, 48, 75, 36]

export class Hands {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses keys one after the other: characters, `Enter`, `ArrowDown`, chords like `Control+K`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key, { delay: holdMs })
  }

  /** Types a text key by key. */
  async type(text: string): Promise<void> {
    for (const [index, character] of [...text].entries()) {
      if (index > 0) await sleep(keyPausesMs[index % keyPausesMs.length] ?? 0)
      await this.press(character === ' ' ? 'Space' : character)
    }
  }
}

// Pause between two codes at full scanner speed.
const codePauseMs = 65

// Within this time the same code again counts as a bounce of the trigger.
const bounceMs = 400

export class Scanner {
  readonly #keyboard: CDPSession
  readonly #pace: Pace
  #last = { code: '', at: 0 }

  constructor(keyboard: CDPSession, pace: Pace = fastScanner) {
    this.#keyboard = keyboard
    this.#pace = pace
  }

  /**
   * Scans codes at full speed, each ended by Enter. All codes come from one trigger pull: a repeated code
   * counts as a bounce. If the previous call ended with the first code, waits until a repeat is no bounce.
   */
  async scan(...codes: readonly string[]): Promise<void> {
    const startAt = codes[0] === this.#last.code ? this.#last.at + 2 * bounceMs : 0
    await sleep(startAt - Date.now())
    for (const code of codes) {
      await sendTogether(this.#keyboard, planKeys(`${code}\n`, this.#pace))
      this.#last = { code, at: Date.now() }
      await sleep(codePauseMs)
    }
  }
}

const sleep = async (milliseconds: number): Promise<void> => {
  if (milliseconds > 0) await new Promise((done) => setTimeout(done, milliseconds))
}
