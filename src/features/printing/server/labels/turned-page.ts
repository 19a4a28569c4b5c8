// A page whose content is turned. The page itself is made in the other format: agents ignore a PDF's own
// rotation, and shrink a wide page to a narrow stock (docs/print-agent.md).
import type { Rotation } from '#core/wire/printer-setup.ts'
import { pointsAMillimetre } from './label.ts'

export interface TurnedPage {
  /** Width and height in points. */
  readonly size: [number, number]
  /** The matrix from the content's points, y down from the upper left corner, to the page's. */
  readonly transform: [number, number, number, number, number, number]
}

/** A page of these millimetres with its content turned clockwise by so many degrees. */
export function turnedPage(
  page: { readonly width: number; readonly height: number },
  rotation: Rotation,
): TurnedPage {
  const width = page.width * pointsAMillimetre
  const height = page.height * pointsAMillimetre
  switch (rotation) {
    case 0:
      return { size: [width, height], transform: [1, 0, 0, 1, 0, 0] }
    case 90:
      return { size: [height, width], transform: [0, 1, -1, 0, height, 0] }
    case 180:
      return { size: [width, height], transform: [-1, 0, 0, -1, width, height] }
    case 270:
      return { size: [height, width], transform: [0, -1, 1, 0, 0, width] }
  }
}
