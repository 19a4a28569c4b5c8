// The driver's types leave out how it writes a value: as text, as bytes, or null.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
