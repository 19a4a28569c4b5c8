import { fail, type Result, succeed } from '#core/wire/result.ts'

// Far above the nesting and number of values of any valid body.
const maxDepth = 16
const maxValues = 100_000

/**
 * Parses a body's JSON. Counts brackets and commas first, so that a malicious body fails early.
 * An error is the expected value.
 */
export function parseJson(text: string): Result<unknown, string> {
  const fault = limitFault(text)
  if (fault) return fail(fault)
  try {
    return succeed(JSON.parse(text))
  } catch {
    return fail('a JSON document')
  }
}

function limitFault(text: string): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    else if (character !== ',') continue
    if (character === ',' || character === '[' || character === '{') values += 1
    if (depth > maxDepth) return `a JSON document of at most ${maxDepth} levels`
    if (values > maxValues) return `a JSON document of at most ${maxValues} values`
  }
  return undefined
}

// The position of the quotation mark that ends the string starting at `begin`.
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
