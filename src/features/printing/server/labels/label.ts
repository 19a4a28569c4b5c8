// Lays out a label for PDF and ZPL: lines with size and position, and the width of bars.
import type { Commodity } from '#core/wire/constants.ts'
import type { PassportFacts } from '#features/printing/server/plant-passports.ts'
import { encode128, quietModules, type Symbol128 } from '../paper/code128.ts'
import { berries, type Drawing, logo } from '../paper/drawings.ts'
import { lineHeight } from '../paper/paragraph.ts'
import { encodeQr, quietModulesOfQr } from '../paper/qr-code.ts'
import { blackFlag, colouredFlag, flagRatio } from '../paper/union-flag.ts'
import type { Weight } from '../paper/weights.ts'
import { fitText } from './fit-text.ts'
import {
  type LabelElement,
  type LabelFact,
  type LabelTemplate,
  mentions,
  PASSPORT_FACTS,
  showsZone,
  textOfElement,
} from './label-template.ts'

/** The texts of a label. */
export type LabelFacts = Readonly<Record<Exclude<LabelFact, 'commodity' | keyof PassportFacts>, string>> &
  Partial<PassportFacts> & {
    readonly commodity: Commodity | undefined
  }

/** A part of a label, ready to draw. Lengths are millimetres from the upper left corner, sizes points. */
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
      /** Only in a PDF or only in ZPL; default both. */
      readonly only?: 'PDF' | 'ZPL'
    }
  | {
      /** A black frame with its line inside; a solid rule if it is as thin as its line. */
      readonly type: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly line: number
    }

const millimetresPerInch = 25.4
export const pointsPerMillimetre = 72 / millimetresPerInch

/** Lays out a label: fits texts, and makes each bar module as many whole dots wide as fit, at least one. */
export function layOutLabel(template: LabelTemplate, facts: LabelFacts): readonly LabelPart[] {
  const shownFacts = factsFor(template, facts)
  return template.elements.flatMap((element) =>
    partsOf(element, shownFacts, millimetresPerInch / template.dpi),
  )
}

// Facts that must never be truncated: legal parts of a label, and those used to count and find plants.
const NEVER_TRUNCATED: readonly LabelFact[] = ['barcode', 'quantity', ...PASSPORT_FACTS]

/** Returns the first text that must not be truncated but would be; undefined if the label can be printed. */
export function findTruncatedText(template: LabelTemplate, facts: LabelFacts): string | undefined {
  const shownFacts = factsFor(template, facts)
  return template.elements
    .filter((element) => element.type === 'text')
    .filter((element) => NEVER_TRUNCATED.some((fact) => mentions(element, fact)))
    .filter((element) => fitElement(element, shownFacts).isTruncated)
    .map((element) => textOfElement(element, shownFacts))[0]
}

const factsFor = (template: LabelTemplate, facts: LabelFacts): LabelFacts =>
  showsZone(template) ? facts : { ...facts, passport: passportWithin(facts) }

const fitElement = (element: Extract<LabelElement, { type: 'text' }>, facts: LabelFacts) => {
  const { weight, width, height, lines, size } = element
  const room = { width: width * pointsPerMillimetre, height: height * pointsPerMillimetre, lines, size }
  return fitText(textOfElement(element, facts), weight, room)
}

// Without a separate place, the pests of protected zones follow the passport title, as the law requires.
const passportWithin = ({ passport = '', zone = '' }: LabelFacts) =>
  zone === '' ? passport : `${passport} ${zone}`

// Returns the whole dots in a length. The tolerance compensates for rounded millimetres.
const wholeDots = (length: number, dot: number) => Math.floor(length / dot + 0.001)

function partsOf(element: LabelElement, facts: LabelFacts, dot: number): readonly LabelPart[] {
  const { x, y, width, height } = element
  switch (element.type) {
    case 'barcode': {
      const symbol = encode128(facts.barcode)
      const modulesWithQuietZone = symbol.modules + 2 * quietModules
      const module = Math.max(1, wholeDots(width / modulesWithQuietZone, dot)) * dot
      // Centred, at a whole dot.
      const left = x + (width - symbol.modules * module) / 2
      return [
        { type: 'bars', x: Math.round(left / dot) * dot, y, module, height, text: facts.barcode, symbol },
      ]
    }
    case 'qr': {
      const text = textOfElement(element, facts)
      if (text === '') return []
      const { outline, modules } = encodeQr(text)
      const room = Math.min(width, height) / (modules + 2 * quietModulesOfQr)
      const side = modules * Math.max(1, wholeDots(room, dot)) * dot
      const onDot = (millimetres: number) => Math.round(millimetres / dot) * dot
      return [
        {
          type: 'drawing',
          x: onDot(x + (width - side) / 2),
          y: onDot(y + (height - side) / 2),
          side,
          drawing: { outline, side: modules, colour: '#000000' },
        },
      ]
    }
    case 'box':
      return [{ type: 'box', x, y, width, height, line: element.line }]
    case 'berry':
    case 'logo': {
      const drawing = element.type === 'logo' ? logo : facts.commodity && berries[facts.commodity]
      return drawing ? [{ type: 'drawing', x, y, side: Math.min(width, height), drawing }] : []
    }
    case 'flag': {
      const placed = { type: 'drawing', x, y, side: Math.min(width, height * flagRatio) } as const
      return element.colour
        ? [
            ...colouredFlag.map((drawing) => ({ ...placed, drawing, only: 'PDF' as const })),
            { ...placed, drawing: blackFlag, only: 'ZPL' },
          ]
        : [{ ...placed, drawing: blackFlag }]
    }
    case 'text': {
      const { weight, align } = element
      const fitted = fitElement(element, facts)
      return fitted.lines.map((line, index) => ({
        type: 'line',
        x:
          x +
          (align === 'left' ? 0 : (width - line.width / pointsPerMillimetre) / (align === 'right' ? 1 : 2)),
        y: y + (index * lineHeight * fitted.size) / pointsPerMillimetre,
        size: fitted.size,
        weight,
        text: line.text,
      }))
    }
  }
}
