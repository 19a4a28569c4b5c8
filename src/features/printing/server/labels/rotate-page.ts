// Rotates the content of a page. The page itself gets the other format, because agents ignore a PDF's own
// rotation and shrink wide pages (docs/print-agent.md).
import type { Rotation } from '#features/printing/common/printer-setup.ts'
import { pointsPerMillimetre } from './label.ts'

export interface RotatedPage {
  /** Width and height in points. */
  readonly size: [number, number]
  /** The matrix from content points (y down from the upper left corner) to page points. */
  readonly transform: [number, number, number, number, number, number]
}

/** Returns a page of this size in millimetres with its content rotated clockwise. */
export function rotatePage(
  page: { readonly width: number; readonly height: number },
  rotation: Rotation,
): RotatedPage {
  const width = page.width * pointsPerMillimetre
  const height = page.height * pointsPerMillimetre
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
