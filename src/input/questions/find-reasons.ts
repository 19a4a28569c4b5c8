import type { ReasonCode } from '#core/wire/master-data.ts'

/** Finds reasons by number in the list, code, or words of the description. */
export function findReasons(reasons: readonly ReasonCode[], typed: string): readonly ReasonCode[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return reasons
  const exactMatch = reasons.filter(({ ReasonCode: code }) => code.toLowerCase() === text)
  if (exactMatch.length > 0) return exactMatch
  if (/^\d+$/.test(text)) return reasons.slice(Number(text) - 1, Number(text))
  const words = text.split(/\s+/)
  return reasons.filter(({ ReasonCode: code, ReasonDescript: name }) => {
    const parts = `${code} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

/** The only matching reason; undefined if none or several match. */
export function findReason(reasons: readonly ReasonCode[], typed: string): ReasonCode | undefined {
  const [found, ...others] = findReasons(reasons, typed)
  return others.length === 0 ? found : undefined
}

/** The text of a reason. */
export function nameReason({ ReasonCode: code, ReasonDescript: name }: ReasonCode): string {
  return name || code
}
