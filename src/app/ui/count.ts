/** A whole number from 1 to `most`; undefined for any other input. */
export function readCount(text: string, most: number): number | undefined {
  const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= most ? count : undefined
}
