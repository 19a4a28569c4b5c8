/** A quantity as the app writes it in English: 1,240. */
export function sayNumber(plants: number): string {
  return plants.toLocaleString('en-US')
}
