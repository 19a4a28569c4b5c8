/** Formats a quantity as the app does in English: 1,240. */
export function formatQuantity(plants: number): string {
  return plants.toLocaleString('en-US')
}
