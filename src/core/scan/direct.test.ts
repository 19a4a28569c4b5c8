import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CameraState, idleCamera, outOfSightMs, processFrame } from './camera-reads.ts'
import { readDirect } from './direct.ts'
import { endSerialCode, idleSerial, readSerial, serialQuietMs } from './serial-frame.ts'

describe('serial scanners', () => {
  const readAll = (chunks: readonly string[]) => {
    let state = idleSerial
    const codes: string[] = []
    for (const chunk of chunks) {
      const [next, ended] = readSerial(state, chunk)
      state = next
      codes.push(...ended)
    }
    return [...codes, ...endSerialCode(state)[1]]
  }

  it.each([
    ['carriage return', 'B123456789\rC123456789\r'],
    ['both', 'B123456789\r\nC123456789\r\n'],
    ['a tab', 'B123456789\tC123456789\t'],
    ['STX and ETX', '\u0002B123456789\u0003\u0002C123456789\u0003'],
    ['no end behind the last', 'B123456789\rC123456789'],
  ])('may end codes with %s', (_, sent) => {
    expect(readAll([sent])).toEqual(['B123456789', 'C123456789'])
  })

  it('may send codes in any chunks: no code is lost or joined', () => {
    const codes = fc.array(fc.stringMatching(/^[A-Z0-9]{10}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(codes, fc.array(fc.nat({ max: 12 })), (sent, cuts) => {
        let rest = sent.map((code) => `${code}\r\n`).join('')
        const chunks: string[] = []
        for (const cut of cuts) {
          chunks.push(rest.slice(0, cut))
          rest = rest.slice(cut)
        }
        expect(readAll([...chunks, rest])).toEqual(sent)
      }),
    )
  })

  it('need a long pause to end a code if they send terminators, else a short one', () => {
    const [ended] = readSerial(idleSerial, 'B123456789\rC12')
    const [open] = readSerial(idleSerial, 'B123456789')
    expect(serialQuietMs(ended)).toBeGreaterThanOrEqual(5 * serialQuietMs(open))
    expect(endSerialCode(open)[1]).toEqual(['B123456789'])
  })

  it('use limited memory for endless text without a terminator', () => {
    const [state] = readSerial(idleSerial, 'x'.repeat(100_000))
    expect(state.text.length).toBeLessThan(10_000)
  })
})

describe('camera reads', () => {
  const watch = (frames: readonly (readonly [at: number, ...codes: string[]])[]) => {
    let state: CameraState = idleCamera
    return frames.flatMap(([at, ...codes]) => {
      const [next, newCodes] = processFrame(state, codes, at)
      state = next
      return newCodes
    })
  }

  it('report a code once for any number of frames', () => {
    const frames = Array.from({ length: 100 }, (_, index) => [index * 100, 'B123456789'] as const)
    expect(watch(frames)).toEqual(['B123456789'])
  })

  it('report a code once despite blurred frames', () => {
    expect(watch([[0, 'B123456789'], [100], [outOfSightMs - 1, 'B123456789']])).toEqual(['B123456789'])
  })

  it('report a code again after it was out of sight', () => {
    expect(watch([[0, 'B123456789'], [100], [100 + outOfSightMs, 'B123456789']])).toEqual([
      'B123456789',
      'B123456789',
    ])
  })

  it('report each of several codes in one frame', () => {
    expect(
      watch([
        [0, 'B123456789', 'C123456789', 'B123456789'],
        [100, 'C123456789'],
      ]),
    ).toEqual(['B123456789', 'C123456789'])
  })
})

describe('readDirect', () => {
  it('returns a scan without keys, AIM identifier and terminator', () => {
    expect(readDirect(']C0B123456789\r\n', 'hid', 5)).toMatchObject({
      text: 'B123456789',
      aimId: 'C0',
      channel: 'hid',
      at: 5,
      keystrokes: [],
    })
  })
})
