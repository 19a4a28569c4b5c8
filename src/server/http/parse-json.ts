import { fail, type Result, succeed } from '#core/wire/result.ts'

// Far above the nesting and number of values of any call's body.
const deepest = 16
const mostValues = 100_000

/**
 * Parses a body's JSON. Counts brackets and commas first, up to the limits, so that a body of a million
 * brackets costs no more than the first few. Fails with what was expected.
 */
export function parseJson(text: string): Result<unknown, string> {
  const fault = countedFault(text)
  if (fault) return fail(fault)
  try {
    return succeed(JSON.parse(text))
  } catch {
    return fail('a JSON document')
  }
}

function countedFault(text: string): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    else if (sign !== ',') continue
    if (sign === ',' || sign === '[' || sign === '{') values += 1
    if (depth > deepest) return `a JSON document of at most ${deepest} levels`
    if (values > mostValues) return `a JSON document of at most ${mostValues} values`
  }
  return undefined
}

// The position of the quotation mark that ends the string which starts here.
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
