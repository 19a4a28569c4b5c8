/** Returns a printable label template as a file; `more` replaces parts of it. */
export function templateFile(id: string, more: object = {}): string {
  return JSON.stringify({
    id,
    name: `Label ${id}`,
    label: { width: 60, height: 30 },
    elements: [
      { type: 'barcode', x: 1, y: 10, width: 58, height: 12 },
      { type: 'text', shows: 'variety', x: 1, y: 1, width: 40, height: 5, size: 10 },
      { type: 'qr', x: 48, y: 0, width: 10, height: 10 },
    ],
    ...more,
  })
}
