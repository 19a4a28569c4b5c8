// Traces of devices and people, with times to a tenth of a millisecond.
import { describe, expect, it } from 'vitest'
import { type Press, playKeys, pressKeys } from '#tests/support/typed-field.ts'

// 'B 5-13' is B, pressed at 5 ms and released at 13 ms.
const trace = (text: string): readonly Press[] =>
  text.split(', ').map((part) => {
    const [key = '', times = ''] = part.split(' ')
    const [at = 0, up = 0] = times.split('-').map(Number)
    const code = { '-': 'Minus', '.': 'Period', '%': 'Digit5' }[key]
    return { key, at, hold: up - at, shift: /^[A-Z%]$/.test(key), ...(code !== undefined && { code }) }
  })
const play = (text: string) => playKeys(pressKeys(trace(text)))

describe('a device', () => {
  it.each([
    [
      'that holds each key until the next one',
      '12338876',
      '1 55.3-59.5, 2 59.5-63.4, 3 63.4-67.4, 3 71.4-75.5, 8 75.5-79.6, 8 83.4-87.6, 7 87.6-91.4, 6 91.4-95.4, Enter 95.4-99.4',
    ],
    [
      'that scans a shelf with a few short keys',
      'E-17',
      'E 59.6-69.6, - 99.7-109.8, 1 139.6-149.7, 7 179.7-189.6, Enter 219.9-229.8',
    ],
    [
      'with a radio of 30 ms that sends one state per event',
      'C-10',
      'C 69.6-99.4, - 129.3-159.7, 1 189.2-219.4, 0 249.6-279.5, Enter 309.6-339.4',
    ],
    [
      'with a radio of 60 ms and holds as long as a person’s',
      '%T.HELP',
      '% 53.9-113.7, T 113.9-173.6, . 173.9-293.6, H 293.8-353.9, E 354.4-413.6, L 414.1-473.5, P 474.0-533.9, Enter 534.5-593.7',
    ],
    [
      'that stalls at the second of two equal digits',
      '33498991',
      '3 54.0-65.4, 3 65.7-324.1, 4 324.4-335.4, 9 336.0-346.5, 8 347.0-357.6, 9 358.1-369.2, 9 369.4-380.2, 1 380.7-391.3, Tab 391.5-402.9',
    ],
    [
      'that stalls after the first key of a command',
      '%T.UNDO',
      '% 42.0-75.8, T 255.8-267.0, . 278.3-289.5, U 300.8-312.0, N 323.3-334.5, D 345.8-357.0, O 368.3-379.5, Enter 390.8-402.0',
    ],
    [
      'with a radio that misses some events',
      'W140061137',
      'W 41.1-71.1, 1 101.1-131.1, 4 161.1-191.1, 0 206.1-236.1, 0 281.1-326.1, 6 341.1-371.1, 1 401.1-416.1, 1 446.1-476.1, 3 506.1-536.1, 7 566.1-596.1, Tab 626.1-656.1',
    ],
    [
      'with a radio of 30 ms that sends nothing for a while',
      'B-24-R5',
      'B 51.4-81.6, - 82.0-111.6, 2 111.9-351.5, 4 351.8-381.4, - 381.7-411.4, R 411.9-441.6, 5 441.9-471.3, Enter 471.7-501.6',
    ],
    [
      'that stalls at its first key for longer than the whole code',
      '7643269471',
      '7 51.6-321.8, 6 322.1-351.9, 4 352.0-381.8, 3 382.1-411.5, 2 412.0-441.8, 6 442.4-471.6, 9 472.1-501.8, 4 502.1-531.8, 7 532.0-561.6, 1 562.2-591.6, Enter 592.0-621.5',
    ],
    [
      'that stalls after a first key that looks typed',
      'U324126867',
      'U 43.2-76.9, 3 144.4-155.7, 2 166.9-189.4, 4 200.7-211.9, 1 223.2-234.4, 2 245.7-256.9, 6 268.2-290.7, 8 301.9-313.2, 6 324.4-335.7, 7 346.9-358.2, Enter 369.4-380.7',
    ],
    [
      'that stalls after a first key of 30 ms',
      '3120',
      '3 52.8-82.8, 1 247.8-262.8, 2 277.8-292.8, 0 307.8-322.8, Tab 337.8-352.8',
    ],
    [
      'with keys that follow each other immediately',
      '64497',
      '6 66.1-95.4, 4 95.4-128.3, 4 128.6-154.6, 9 154.8-187.4, 7 187.6-220.0, Enter 220.4-248.1',
    ],
    [
      'that continues after a key of 0.3 s',
      'K546955654',
      'K 53.2-83.2, 5 113.2-143.2, 4 173.2-203.2, 6 233.2-263.2, 9 293.2-593.2, 5 623.2-683.2, 5 713.2-743.2, 6 773.2-803.2, 5 833.2-863.2, 4 893.2-923.2, Enter 953.2-983.2',
    ],
  ])('%s, is read as %s', (_, code, keys) => {
    expect(play(keys)).toMatchObject({ readScans: [{ text: code, cut: false }], value: '', namedKeys: [] })
  })

  it('with a radio that sends two keys per event sends one number without terminator', () => {
    const keys =
      '1 69.6-69.8, 5 70.3-70.5, 9 99.5-100.0, 1 100.2-100.4, 6 129.5-129.8, 6 130.3-130.8, 7 159.5-160.1, 0 160.2-160.4'
    expect(play(keys).readScans).toEqual([{ text: '15916670', cut: false }])
  })

  it.each([
    [
      'a pause may separate two numbers',
      'mixed',
      '2 54.7-69.7, 0 84.7-189.7, 3 474.7-489.7, 8 504.7-519.7, 4 534.7-549.7, 4 564.7-579.7, Enter 594.7-609.7',
    ],
    [
      'its last key may be a person’s',
      'mixed',
      '4 40.9-70.9, 8 85.9-100.9, 2 115.9-130.9, 5 145.9-146.6, 6 160.9-235.9',
    ],
    [
      'leading digits may be typed, although all digits are as long as a barcode',
      'mixed',
      '1 33.5-85.7, 9 132.0-174.2, 3 551.8-553.8, 2 555.7-557.6, 8 559.8-561.9, 5 563.8-565.7, 8 567.6-569.6, 9 571.6-573.7, 8 575.6-577.9, 0 579.6-581.6, Enter 583.6-585.7',
    ],
    [
      'a person’s key hides the first keys of the code',
      'mixed',
      'B 54.0-98.8, 1 99.4-143.7, o 126.8-196.1, 7 188.9-189.5, 8 203.7-204.1, 2 218.9-219.1, 2 233.8-234.2, 7 248.9-249.2, 0 278.6-293.8, 0 308.6-323.6, 4 353.6-354.0, Enter 383.6-383.8',
    ],
    [
      'the browser stamped the release of a key late',
      'mixed',
      'N 51.2-52.4, 3 54.4-725.4, 4 725.8-726.1, 5 726.2-726.5, 8 726.5-726.7, 5 726.9-727.2, 3 727.6-727.9, 6 728.2-728.5, 0 728.7-729.0, 2 729.1-729.4, Enter 729.6-730.0',
    ],
    [
      'the pause between two numbers without terminator is longer than inside a code',
      'glued',
      '2 47.7-63.6, 8 79.5-95.4, 5 112.6-128.6, 2 143.4-159.7, 2 175.5-191.6, 3 207.5-223.6, 3 627.9-643.9, 7 659.8-675.8, 2 691.8-707.8',
    ],
  ])('is not read if %s', (_, unclear, keys) => {
    expect(play(keys).readScans).toMatchObject([{ unclear }])
  })

  it.each([
    [
      'a key that overlaps a short one and is still down',
      '4447965243',
      '4 56.1-56.5, 4 86.0-86.5, 4 116.1-116.3, 7 146.0-176.0, n 159.3-247.7, 9 176.3-205.9, 6 206.3-235.9, 5 236.5-266.0, 2 266.5-296.1, 4 296.5-326.2, 3 326.5-356.0, Enter 385.8-386.1',
      'n',
    ],
    [
      'a key across the last keys',
      'T247997887',
      'T 61.3-61.8, 2 101.1-101.4, 4 121.2-141.3, 7 161.3-161.8, 9 201.3-201.6, 9 241.1-241.7, 7 261.1-261.3, 8 301.2-301.4, n 336.5-414.4, 8 341.1-341.5, 7 361.5-401.3, Enter 401.8-421.3',
      'n',
    ],
    [
      'two keys across a code without pauses',
      'UJ5976825Q',
      'U 53.1-82.9, J 83.1-113.0, 5 113.4-143.1, 9 143.3-173.3, n 158.4-259.6, 7 173.7-203.0, 6 203.4-233.1, 8 233.6-263.1, o 261.1-320.4, 2 263.3-293.1, 5 293.5-323.0, Q 323.5-353.0, Tab 353.3-383.1',
      'no',
    ],
    [
      'a key that overlaps a long key of the device',
      '6150945030',
      '6 55.0-55.4, 1 94.9-95.2, 5 115.0-115.3, 0 154.8-154.9, 9 174.9-175.4, 4 194.9-215.2, 5 234.9-235.3, 0 255.0-295.0, o 291.8-367.8, 3 295.5-314.8, 0 315.1-334.9, Enter 355.0-355.2, k 400.4-595.6',
      'ok',
    ],
    [
      'two keys that overlap a long key of the device',
      'Y135933924',
      'Y 62.7-63.1, 1 92.5-92.8, 3 122.5-122.8, 5 152.6-153.0, 9 182.6-183.0, 3 212.4-212.9, n 242.3-349.6, 3 242.3-242.8, 9 272.4-272.8, 2 302.6-362.3, o 359.8-464.5, 4 362.4-392.4, Tab 392.8-422.4',
      'no',
    ],
  ])('is read, and the person’s keys stay: %s', (_, code, keys, typed) => {
    expect(play(keys)).toMatchObject({ readScans: [{ text: code }], value: typed })
  })
})

describe('a person with worn keys, whose contacts open during a press', () => {
  it.each([
    '7 0-62, 9 90-166, 0 171-229.8, 0 235.1-241.7, 3 266.6-322.5, 3 339.1-391.4, Enter 450-489',
    '5 36.7-86.7, 3 119.1-205.7, 3 225.7-317, 3 334.5-408.9, 4 435.8-500.2, 4 506.3-510, Enter 572.7-664.5',
    '8 534.0-537.0, 8 541.3-582.7, 8 714.9-776.4, 8 785.1-797.6, 1 857.5-926.7, Enter 984.3-1025.6',
    '1 1560.0-1569.5, 1 1583.3-1645.8, 5 1589.7-1644.6, Enter 1621.9-1630.5',
    '4 50.0-63.6, 4 76.5-138.1, Enter 100.5-162.4',
    '9 50.0-123.4, 9 128.2-138.4, 5 989.9-1069.9, 2 1100.7-1113.1, 2 1121.3-1214.9, Enter 1133.8-1223.6',
    '7 563.9-567.3, 7 572.2-628.3, 8 649.7-657.8, 8 666.5-757.2, Enter 744.7-821.2',
    '5 256.5-311.3, 9 409.3-422.8, 9 435.7-454.9, 8 556.0-568.9, 8 577.1-622.8, 4 792.0-858.2, 7 939.8-983.8, Enter 1022.3-1091.7',
    '3 325.5-376.7, 8 488.5-499.8, 8 512.1-524.5, 8 529.9-541.6, 7 664.4-703.4, 6 796.5-851.9, Enter 1189.0-1231.5',
    '1 50.0-63.4, 1 72.6-134.4, 4 136.8-144.6, 4 153.1-224.8, Enter 214.4-297.3',
    '7 633.0-880.6, 7 934.0-953.7, 3 1195.1-1283.8, 2 1204.0-1214.2, 2 1543.9-1695.8, 3 1548.6-1564.8',
    '3 484.4-656.3, 2 515.6-531.3, 6 890.6-1031.3, 6 2468.8-2531.3, Enter 2546.9-2671.9',
    '7 46.9-125.0, 4 125.0-218.8, 7 140.6-156.3, 7 203.1-281.3, 8 281.3-328.1, 5 375.0-453.1, 7 453.1-515.6, 0 578.1-656.3, 1 671.9-781.3, 4 796.9-875.0, Enter 890.6-984.4',
  ])('is not detected as a scanner: %s', (keys) => {
    const typed = trace(keys).flatMap(({ key }) => (key.length === 1 ? [key] : []))
    const { readScans, value } = play(keys)
    expect(readScans).toEqual([])
    expect([...value].sort()).toEqual([...typed].sort())
  })
})
