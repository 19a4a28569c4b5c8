/** What a workstation has to work with: a keyboard with a person's hands on it, and a scanner. No mouse. */
import type { CDPSession, Page } from 'playwright/test'
import { fastScanner, type Pace, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'

// How long a person holds a key, in milliseconds; a scanner holds it for a tenth of that.
const HOLD = 70
// How long until the next key of a text: only a device goes on at once.
const REST = 30

export class Hands {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses keys one after the other: characters, `Enter`, `ArrowDown`, chords like `Control+K`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key, { delay: HOLD })
  }

  /** Types a text key by key. */
  async type(text: string): Promise<void> {
    for (const [index, character] of [...text].entries()) {
      if (index > 0) await pass(REST)
      await this.press(character === ' ' ? 'Space' : character)
    }
  }
}

// Between the end of one code and the start of the next, at full scanner speed, in milliseconds.
const BETWEEN_CODES = 65

// Within so many milliseconds the same code again is the trigger's bounce; nobody pulls it twice so fast on
// purpose.
const BOUNCE = 400

export class Scanner {
  readonly #keyboard: CDPSession
  readonly #pace: Pace
  #last = { code: '', at: 0 }

  constructor(keyboard: CDPSession, pace: Pace = fastScanner) {
    this.#keyboard = keyboard
    this.#pace = pace
  }

  /**
   * Reads codes one after the other at full speed, each closed by Enter. The trigger is pulled once for all
   * of them: the same code twice among them is its bounce; the last code of the pull before is read again as
   * soon as that would not be one.
   */
  async scan(...codes: readonly string[]): Promise<void> {
    const soonest = codes[0] === this.#last.code ? this.#last.at + 2 * BOUNCE : 0
    await pass(soonest - Date.now())
    for (const code of codes) {
      await sendTogether(this.#keyboard, planKeys(`${code}\n`, this.#pace))
      this.#last = { code, at: Date.now() }
      await pass(BETWEEN_CODES)
    }
  }
}

const pass = async (milliseconds: number): Promise<void> => {
  if (milliseconds > 0) await new Promise((done) => setTimeout(done, milliseconds))
}
