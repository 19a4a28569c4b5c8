/** The whole number from 1 to `most` that was typed; undefined for anything else. */
export function readCount(text: string, most: number): number | undefined {
  const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= most ? count : undefined
}
