/** The groups of device traces, each with its device, radio, host and person, and why it may be undecided. */
import type { Random } from '../random.ts'
import type { Trace } from '../traces.ts'
import {
  anyEnd,
  bluetooth,
  drawBarcode,
  drawLongText,
  drawMixedBarcode,
  drawNumber,
  inputMethod,
  isLikeWornKey,
  isUnlikeWornKey,
  lateReleases,
  noEnd,
  onlyTyping,
  remote,
  scanAfterTyping,
  scanWhileBusy,
  scanWhileTyping,
  stalledText,
  stopBetween,
  twoCodes,
  usb,
  withEnd,
} from './scans.ts'
import { makeLetters, makeText } from './texts.ts'
import { blockThread, deliverLate } from './thread.ts'
import { drawWhere, isPulledApart } from './typed-heads.ts'

export interface DeviceGroup {
  readonly name: string
  readonly make: (random: Random) => Trace
  /** Why some traces cannot be decided. They must be refused with a message, never read as another code. */
  readonly undecided?: string
  /** Some traces look like typing, so they are neither read nor refused: only a wrong code is a fault. */
  readonly likeTyping?: true
}

/** A radio with 30 ms per key that stalls. */
export function stalledTrace(random: Random): Trace {
  return bluetooth(random, {
    pace: 30,
    down: 0.5,
    interval: [7.5, 11.25, 15],
    loss: 0.1,
    silences: random.whole(1, 2),
    text: stalledText,
    end: withEnd,
  })
}

export const deviceGroups: readonly DeviceGroup[] = [
  { name: 'USB, polled', make: (random) => usb(random, anyEnd(random), () => []) },
  {
    name: 'USB, late key-ups',
    make: (random) =>
      usb(random, withEnd(random), (reports) => lateReleases(random, reports, 3), isUnlikeWornKey),
  },
  {
    name: 'USB, late key-ups, no end',
    make: (random) => usb(random, 'none', (reports) => lateReleases(random, reports, 1), isUnlikeWornKey),
  },
  {
    name: 'USB, late key-ups, a doubled digit',
    make: (random) =>
      usb(random, withEnd(random), (reports) => lateReleases(random, reports, 1), isLikeWornKey),
    undecided: 'a short and a long press of one key are also those of a worn key',
    likeTyping: true,
  },
  {
    name: 'USB, held up for 60 to 290 ms',
    make: (random) => usb(random, withEnd(random), (reports) => stopBetween(random, reports, 60, 290)),
  },
  {
    name: 'USB, held up for 0.3 to 0.9 s',
    make: (random) => usb(random, withEnd(random), (reports) => stopBetween(random, reports, 300, 900)),
    undecided: 'the part before the stop may be a whole number',
  },
  {
    name: 'USB, held up, no end',
    make: (random) => usb(random, 'none', (reports) => stopBetween(random, reports, 60, 600)),
    undecided: 'the part before the stop may be a whole number',
  },
  {
    name: 'Bluetooth 30 ms',
    // A single key of 30 ms followed by Enter may be typed.
    make: (random) =>
      bluetooth(random, {
        pace: 30,
        down: 0.3,
        interval: [7.5, 11.25, 15],
        text: (each, end) => makeText(each, end === 'none' ? 3 : 2),
      }),
  },
  { name: 'Bluetooth 30 ms, stalls', make: drawWhere(stalledTrace, (trace) => !isPulledApart(trace)) },
  {
    name: 'Bluetooth 30 ms, stalls, no end',
    make: (random) =>
      bluetooth(random, {
        pace: 30,
        down: 0.5,
        interval: [7.5, 11.25, 15],
        silences: 1,
        text: stalledText,
        end: () => 'none',
      }),
    undecided: 'two numbers or one',
  },
  {
    name: 'Bluetooth 60 ms, batches',
    make: (random) =>
      bluetooth(random, {
        pace: 60,
        down: 0.3,
        interval: [30, 40, 50],
        loss: 0.05,
        silences: 1,
        text: drawLongText,
        end: withEnd,
      }),
    undecided: 'keys of 50 ms every 100 ms look typed',
    likeTyping: true,
  },
  {
    name: 'Bluetooth 60 ms, half hold',
    make: (random) =>
      bluetooth(random, { pace: 60, down: 0.5, interval: [7.5, 11.25, 15], text: drawBarcode }),
  },
  {
    name: 'Bluetooth 100 ms, half hold',
    make: (random) => bluetooth(random, { pace: 100, down: 0.5, interval: [7.5, 11.25], text: drawBarcode }),
    undecided: 'keys of 50 ms every 100 ms look typed',
    likeTyping: true,
  },
  { name: 'input method, one piece', make: (random) => inputMethod(random, makeText(random, 2), false) },
  { name: 'input method, letters', make: (random) => inputMethod(random, makeLetters(random), false) },
  { name: 'input method, pieces', make: (random) => inputMethod(random, makeText(random, 3), true) },
  { name: 'remote desktop', make: (random) => remote(random, 0) },
  {
    name: 'remote desktop, Shift late',
    make: (random) => remote(random, 0.3),
    undecided: 'without its Shift the first character of a command is another one',
  },
  {
    name: 'thread blocked 0.05 to 1.5 s',
    make: (random) => scanWhileBusy(random, blockThread, withEnd(random)),
  },
  { name: 'thread blocked, no end', make: (random) => scanWhileBusy(random, blockThread, 'none') },
  {
    name: 'keys handed over late',
    make: (random) => scanWhileBusy(random, deliverLate, withEnd(random), 900),
  },
  {
    name: 'two codes, each with its end',
    make: (random) => twoCodes(random, withEnd(random), (each) => makeText(each, 1), [20, 400]),
  },
  { name: 'two barcodes, no end', make: (random) => twoCodes(random, 'none', drawMixedBarcode, [60, 400]) },
  {
    name: 'barcode and number, no end',
    make: (random) => {
      const texts = random.chance(0.5) ? [drawMixedBarcode, drawNumber] : [drawNumber, drawMixedBarcode]
      let count = 0
      return twoCodes(
        random,
        'none',
        (each) => {
          count += 1
          return (texts[count - 1] ?? drawNumber)(each)
        },
        [130, 400],
      )
    },
  },
  {
    name: 'two numbers, no end',
    make: (random) => twoCodes(random, 'none', drawNumber, [20, 400]),
    undecided: 'two numbers or one',
  },
  {
    name: 'two numbers, profile without an end',
    make: (random) => ({ ...twoCodes(random, 'none', drawNumber, [140, 400], 6), profile: noEnd }),
  },
  { name: 'a scan while a person types', make: scanWhileTyping },
  { name: 'people', make: onlyTyping },
  { name: 'a scan right after typing', make: scanAfterTyping },
]
