import { describe, expect, it } from 'vitest'
import type { DotsPerInch } from '#features/printing/common/printing.ts'
import { layOutLabel } from '../label.ts'
import { sampleFacts, WIDEST_BARCODE } from '../sample-facts.ts'
import { readZplTemplate } from './read-zpl-template.ts'

const bars = '^BY2^FO30,100^BCN,60,N^FD{barcode}^FS'
const label = (...fields: readonly string[]) => ['^XA', '^PW480^LL240', ...fields, bars, '^XZ', ''].join('\n')
const read = (text: string, dpi: DotsPerInch = 203, name = 'Bench.zpl') =>
  readZplTemplate(text, { name, dpi })
const dots = (millimetres: number) => Math.round((millimetres * 203) / 25.4)
// Returns the elements before the barcode of `label`, with their positions in dots.
const drawnElements = (...fields: readonly string[]) => {
  const result = read(label(...fields))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.elements.slice(0, -1).map(({ x, y, width, height, ...element }) => ({
    ...element,
    at: [dots(x), dots(y), dots(width), dots(height)],
  }))
}
const refused = (text: string) => {
  const result = read(text)
  return result.ok ? 'taken' : result.error
}

describe('a ZPL file as a template', () => {
  it('has the label size in millimetres, for printers of the given density', () => {
    expect(read(label())).toMatchObject({
      value: { id: 'bench', name: 'Bench', dpi: 203, label: { width: 60.059, height: 30.03 } },
    })
    expect(read(label(), 300)).toMatchObject({
      value: { dpi: 300, label: { width: 40.64, height: 20.32 } },
    })
  })

  it.each([
    ['Süd 60 × 30.zpl', 'sud-60-30', 'Süd 60 × 30'],
    ['.zpl', 'zpl', 'ZPL'],
    ['ラベル.prn', 'zpl', 'ラベル'],
  ])('is named after its file %s', (file, id, name) => {
    expect(read(label(), 203, file)).toMatchObject({ value: { id, name } })
  })

  it('draws texts at the same position as a printer, in the height of the font', () => {
    const [text] = drawnElements('^FO40,20^A0N,40,40^FD{variety}^FS')
    expect(text).toMatchObject({
      type: 'text',
      shows: 'variety',
      at: [40, 13, 440, 47],
      size: 14.19,
      weight: 'bold',
      lines: 1,
    })
    // The baseline is 75 % of the height below the origin of ^FO, and at the origin of ^FT.
    const [same] = drawnElements('^FT40,50^A0N,40,40^FD{variety}^FS')
    expect(same).toEqual(text)
  })

  it('applies ^CF0 height, ^LH home, ^FB blocks and hex-coded bytes', () => {
    const [text] = drawnElements('^LH10,10^CF0,30', '^FO20,5^FB200,2,0,C^FH^FDS_C3_BC_64 {location}^FS')
    expect(text).toMatchObject({
      words: 'Süd {location}',
      at: [30, 10, 200, 70],
      align: 'center',
      lines: 2,
      size: 10.64,
    })
  })

  it('draws a barcode with its module width, and its text below unless the text is switched off', () => {
    const [barcode, text] = drawnElements(
      '^BY3^FO40,10^FX a comment^FS^BY2,3,50^FT30,70^BCN^FD>:{barcode}^FS',
    )
    // 145 modules of the widest barcode and ten white modules at each end, two dots each.
    expect(barcode).toMatchObject({ type: 'barcode', at: [10, 20, 330, 50] })
    expect(text).toMatchObject({
      type: 'text',
      shows: 'barcode',
      align: 'center',
      at: [10, 70, 330, 22],
    })
  })

  it.each([203, 300] as const)('draws bars with the module width of the file, at %i dots per inch', (dpi) => {
    // Millimetres are rounded, so at some positions the available width is slightly too small.
    const modules = Array.from({ length: 150 }, (_, at) => {
      const result = read(`^XA^PW700^LL240^BY3^FO${30 + at},100^BCN,60,N^FD{barcode}^FS^XZ`, dpi)
      const [part] = result.ok ? layOutLabel(result.value, { ...sampleFacts, barcode: WIDEST_BARCODE }) : []
      return part?.type === 'bars' ? Math.round((part.module / 25.4) * dpi) : 0
    })
    expect(new Set(modules)).toEqual(new Set([3]))
  })

  it('draws lines, frames and QR codes of facts', () => {
    const [line, frame, qr] = drawnElements(
      '^FO10,10^GB200,0,2^FS',
      '^FO10,20^GB100,40,4^FS',
      '^FO400,20^BQN,2,2^FDMA,{variety}^FS',
    )
    expect(line).toMatchObject({ type: 'box', at: [10, 10, 200, 2], line: 0.25 })
    expect(frame).toMatchObject({ type: 'box', at: [10, 20, 100, 40], line: 0.5 })
    expect(qr).toMatchObject({ type: 'qr', shows: 'variety', at: [392, 22, 58, 58] })
  })

  it('accepts lower-case commands, blank lines, and copies, which it ignores', () => {
    expect(read(label().replaceAll('^FO', '\n\n^fo').replace('^XZ', '^PQ7,0,0,N^XZ')).ok).toBe(true)
  })
})

describe('what a template cannot contain is refused, with its command and line', () => {
  it.each([
    ['a download', '~DGR:LOGO.GRF,8,1,FF', '~DG'],
    ['a font that is downloaded', '~DYE:F,B,T,9,,00', '~DY'],
    ['a stored label', '^DFR:LABEL.ZPL', '^DF'],
    ['a recalled one', '^XFR:LABEL.ZPL', '^XF'],
    ['a field number', '^FO1,1^FN1^FS', '^FN'],
    ['a serial number', '^FO1,1^SN001,1,Y^FS', '^SN'],
    ['a host command', '~HS', '~HS'],
    ['an answer asked for', '^HH', '^HH'],
    ['a reset', '~JR', '~JR'],
    ['a setting that is stored', '^JUS', '^JU'],
    ['an object that is deleted', '^IDR:*.*', '^ID'],
    ['the network', '^NS', '^NS'],
    ['another start of commands', '^CC+', '^CC'],
    ['a picture', '^FO1,1^GFA,1,1,1,FF^FS', '^GF'],
    ['a bitmap font', '^FO1,1^AAN,9,5^FDx^FS', '^AA'],
    ['a font of the printer’s memory', '^A@N,9,5,E:X.TTF', '^A@'],
    ['a program', '~ZZ\u0000', '~ZZ'],
    ['half a command', '^', '^'],
  ])('%s', (_, text, command) => {
    expect(refused(label('^FX first line', text))).toEqual({
      code: 'zplCommand',
      facts: { command, line: 4 },
    })
  })

  it('a command in the middle of a text', () => {
    expect(refused(label('^FO9,9^A0N,30^FDa~DGR:X.GRF,1,1,FF^FS'))).toMatchObject({ code: 'zplCommand' })
  })

  it.each([
    ['turned', '^FO9,9^A0R,30,30^FDx^FS', { command: '^A0', allowed: 'N' }],
    ['white', '^FO9,9^GB20,20,20,W^FS', { command: '^GB', allowed: 'B' }],
    ['from the right', '^FO9,9,1^GB20,20,20^FS', { command: '^FO', allowed: '0' }],
    ['as a block of both edges', '^FO9,9^A0N,30^FB99,1,0,J^FDx^FS', { command: '^FB', allowed: 'L, C, R' }],
    ['in another code page', '^CI13', { command: '^CI', allowed: '28, 0' }],
    ['a barcode of its own', '^FO30,9^BCN,30,N^FDB123456789^FS', { command: '^FD', allowed: '{barcode}' }],
    ['a QR code of its own', '^FO90,9^BQN,2,2^FDQA,http://x^FS', { command: '^FD', allowed: 'QA,{barcode}' }],
  ])('%s', (_, text, facts) => {
    expect(refused(label(text))).toEqual({ code: 'zplOption', facts: { ...facts, line: 3 } })
  })

  it.each([
    ['^FO-1,5^GB9,9,1^FS', { command: '^FO', place: 1 }],
    ['^FO1,1e4^GB9,9,1^FS', { command: '^FO', place: 2 }],
    ['^FO1,1^GB99999,9,1^FS', { command: '^GB', place: 1 }],
    ['^FO1,1^GB9,9,0^FS', { command: '^GB', place: 3 }],
    ['^BY11', { command: '^BY', place: 1 }],
    ['^FO1,1^GB9,9,1,B,8^FS', { command: '^GB', place: 5 }],
  ])('%s is refused: not a whole number within its limits', (text, facts) => {
    expect(refused(label(text))).toMatchObject({ code: 'zplNumber', facts: { ...facts, line: 3 } })
  })

  it.each([
    ['^FO400,9^GB99,9,1^FS'],
    ['^FO9,232^GB9,9,1^FS'],
    ['^FT30,30^BCN,60,N^FD{barcode}^FS'],
    // Bars at the label edge have no quiet zone, and the widest barcode exceeds the other edge.
    ['^FO4,9^BCN,60,N^FD{barcode}^FS'],
    ['^FO180,9^BCN,60,N^FD{barcode}^FS'],
    ['^FO470,9^BQN,2,3^FDQA,{barcode}^FS'],
    ['^FO481,9^A0N,30^FDx^FS'],
    ['^FO400,9^A0N,30^FB200,1^FDx^FS'],
  ])('%s is refused: not within the label', (text) => {
    expect(refused(label(text))).toEqual({ code: 'zplRoom', facts: { line: 3 } })
  })

  it('several, nested, missing or unterminated labels', () => {
    for (const text of [
      label() + label(),
      `^XA${label()}`,
      `${label()}^FX after it`,
      bars,
      label().replace('^XZ', ''),
      label().replace('^XA', ''),
    ]) {
      expect(refused(text)).toEqual({ code: 'zplFrame' })
    }
  })

  it('a label without a size', () => {
    expect(refused(label().replace('^LL240', ''))).toEqual({ code: 'zplSize' })
  })

  it('a label larger than the maximum', () => {
    expect(refused(label().replace('^PW480', '^PW5000'))).toMatchObject({ code: 'templateWrong' })
  })

  it('an unknown fact', () => {
    expect(refused(label('^FO9,9^A0N,30^FDPrice {price}^FS'))).toMatchObject({
      code: 'zplField',
      facts: { field: '{price}', line: 3 },
    })
  })

  it('a text without a font', () => {
    expect(refused(label('^FO9,9^FDx^FS'))).toEqual({ code: 'zplFont', facts: { line: 3 } })
  })

  it('a field that does not end, has two texts or two symbols, or shows nothing', () => {
    for (const text of [
      '^FO9,9^A0N,30^FDx',
      '^FO9,9^A0N,30^FDx^FDy^FS',
      '^FO9,9^GB9,9,1^BCN,9^FDx^FS',
      '^FO90,9^BCN,60^FS',
    ]) {
      expect(refused(label(text))).toMatchObject({
        code: 'zplUnfinished',
        facts: { line: expect.any(Number) },
      })
    }
  })

  it('invisible characters, also as hex codes', () => {
    for (const text of ['a\u202Eb', '_E2_80_AEb', '_00']) {
      expect(refused(label(`^FO9,9^A0N,30^FH^FD${text}^FS`))).toMatchObject({
        code: 'zplElement',
        facts: { line: 3, expected: 'no characters that cannot be seen' },
      })
    }
  })

  it('more elements than the maximum, or a label without a barcode', () => {
    expect(refused(label(...Array.from({ length: 60 }, () => '^FO9,9^GB9,9,1^FS')))).toMatchObject({
      code: 'templateWrong',
    })
    expect(refused('^XA^PW400^LL200^FO9,9^GB9,9,1^FS^XZ')).toMatchObject({ code: 'templateWrong' })
  })
})
