// A label's layout: lines with size and position, and the width of bars. Drawn as a PDF and as ZPL.
import type { Commodity } from '#contract/constants.ts'
import { encode128, quietModules, type Symbol128 } from '../paper/code128.ts'
import { berries, type Drawing, logo } from '../paper/drawings.ts'
import type { Weight } from '../paper/weights.ts'
import { fitText, lineHeight } from './fit-text.ts'
import type { LabelElement, LabelFact, LabelTemplate } from './label-template.ts'

/** The texts of a label. */
export type LabelFacts = Readonly<Record<Exclude<LabelFact, 'commodity'>, string>> & {
  readonly commodity: Commodity | undefined
}

/** A part of a label, ready to draw; lengths are millimetres from the upper left corner, sizes points. */
export type LabelPart =
  | {
      readonly type: 'bars'
      readonly x: number
      readonly y: number
      readonly module: number
      readonly height: number
      readonly text: string
      readonly symbol: Symbol128
    }
  | {
      readonly type: 'line'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly weight: Weight
      readonly text: string
    }
  | {
      readonly type: 'drawing'
      readonly x: number
      readonly y: number
      readonly side: number
      readonly drawing: Drawing
    }

const millimetresAnInch = 25.4
export const pointsAMillimetre = 72 / millimetresAnInch

/**
 * Lays out a label: fits texts, and makes bars as many whole dots wide as there is room for, at least one.
 */
export function layOutLabel(template: LabelTemplate, facts: LabelFacts): readonly LabelPart[] {
  return template.elements.flatMap((element) => partsOf(element, facts, millimetresAnInch / template.dpi))
}

function partsOf(element: LabelElement, facts: LabelFacts, dot: number): readonly LabelPart[] {
  const { x, y, width, height } = element
  switch (element.type) {
    case 'barcode': {
      const symbol = encode128(facts.barcode)
      const whole = symbol.modules + 2 * quietModules
      const module = Math.max(1, Math.floor(width / whole / dot)) * dot
      // Centred on a whole dot.
      const left = x + (width - symbol.modules * module) / 2
      return [
        { type: 'bars', x: Math.round(left / dot) * dot, y, module, height, text: facts.barcode, symbol },
      ]
    }
    case 'berry':
    case 'logo': {
      const drawing = element.type === 'logo' ? logo : facts.commodity && berries[facts.commodity]
      return drawing ? [{ type: 'drawing', x, y, side: Math.min(width, height), drawing }] : []
    }
    case 'text': {
      const { weight, align, lines, size, shows } = element
      const room = { width: width * pointsAMillimetre, height: height * pointsAMillimetre, lines, size }
      const fitted = fitText(facts[shows] ?? '', weight, room)
      return fitted.lines.map((line, index) => ({
        type: 'line',
        x:
          x + (align === 'left' ? 0 : (width - line.width / pointsAMillimetre) / (align === 'right' ? 1 : 2)),
        y: y + (index * lineHeight * fitted.size) / pointsAMillimetre,
        size: fitted.size,
        weight,
        text: line.text,
      }))
    }
  }
}
