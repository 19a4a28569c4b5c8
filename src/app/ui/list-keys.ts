// Maps keys of a field with a list to actions, by the ARIA pattern of a select-only combobox.
import type { Option } from './option.ts'

// The action of a key: `to` makes an option active, and opens a closed list.
type ListAction = { readonly to: number } | 'choose' | 'close' | 'clear'

const pageRows = 10

/** The action of a key at the active option. `at` is null if no option begins with the typed text. */
export function actionOfKey(
  key: string,
  at: number | null,
  count: number,
  isOpen: boolean,
): ListAction | undefined {
  const from = at ?? -1
  const within = (to: number) => ({ to: Math.max(0, Math.min(count - 1, to)) })
  switch (key) {
    case 'Home':
      return within(0)
    case 'End':
      return within(count - 1)
    case 'ArrowDown':
    case 'ArrowUp':
      if (!isOpen) return within(from)
      return within(key === 'ArrowDown' ? from + 1 : from - 1)
  }
  if (!isOpen) return key === ' ' ? within(from) : undefined
  switch (key) {
    case 'PageDown':
      return within(from + pageRows)
    case 'PageUp':
      return within(from - pageRows)
    case 'Escape':
      return 'close'
    case 'Enter':
    case ' ':
    case 'Tab':
      return at === null ? 'clear' : 'choose'
    default:
      return undefined
  }
}

/** The next option that begins with a text; repeating the same letter moves to the following match. */
export function findTyped(options: readonly Option[], text: string, at: number): number | null {
  const wanted = normalizeText(text).trim()
  const first = wanted.slice(0, 1)
  const find = (start: string, from: number) => {
    const order = options.map((_, step) => (from + step) % options.length)
    return order.find((index) => normalizeText(options[index]?.label ?? '').startsWith(start)) ?? null
  }
  if (first === '') return null
  const isRepeated = wanted === first.repeat(wanted.length)
  const whole = find(wanted, isRepeated ? at + 1 : Math.max(0, at))
  return whole === null && isRepeated ? find(first, at + 1) : whole
}

/** Text for comparison: without accents and capitals. */
export function normalizeText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
