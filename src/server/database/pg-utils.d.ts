// Adds a missing function to the driver's types: it encodes a value as text, bytes or null.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
