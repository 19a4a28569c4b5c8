/** What a workstation has to work with: a keyboard with a person's hands on it, and a scanner. No mouse. */
import type { CDPSession, Page } from 'playwright/test'
import { fastScanner, type Pace, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'

/** How long a person holds a key, in milliseconds; a scanner holds it for a tenth of that. */
const HOLD = 70

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
    for (const character of text) await this.press(character === ' ' ? 'Space' : character)
  }
}

/** Between the end of one code and the start of the next, at full scanner speed, in milliseconds. */
const BETWEEN_CODES = 65

export class Scanner {
  readonly #keyboard: CDPSession
  readonly #pace: Pace

  constructor(keyboard: CDPSession, pace: Pace = fastScanner) {
    this.#keyboard = keyboard
    this.#pace = pace
  }

  /** Reads codes one after the other at full speed, each closed by Enter. */
  async scan(...codes: readonly string[]): Promise<void> {
    for (const code of codes) {
      await sendTogether(this.#keyboard, planKeys(`${code}\n`, this.#pace))
      await new Promise((done) => setTimeout(done, BETWEEN_CODES))
    }
  }
}
