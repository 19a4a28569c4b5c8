/**
 * The characters of key positions in a scanner's layout. If the host has another layout, its characters are
 * wrong, but the positions are right.
 */
import type { ScannerLayout } from '#core/wire/scanner-profile.ts'

export type NamedLayout = Exclude<ScannerLayout, 'auto' | 'host'>

const rows = {
  digits: [
    'Backquote',
    'Digit1',
    'Digit2',
    'Digit3',
    'Digit4',
    'Digit5',
    'Digit6',
    'Digit7',
    'Digit8',
    'Digit9',
  ],
  end: ['Digit0', 'Minus', 'Equal'],
  top: [
    'KeyQ',
    'KeyW',
    'KeyE',
    'KeyR',
    'KeyT',
    'KeyY',
    'KeyU',
    'KeyI',
    'KeyO',
    'KeyP',
    'BracketLeft',
    'BracketRight',
  ],
  home: [
    'KeyA',
    'KeyS',
    'KeyD',
    'KeyF',
    'KeyG',
    'KeyH',
    'KeyJ',
    'KeyK',
    'KeyL',
    'Semicolon',
    'Quote',
    'Backslash',
  ],
  bottom: [
    'IntlBackslash',
    'KeyZ',
    'KeyX',
    'KeyC',
    'KeyV',
    'KeyB',
    'KeyN',
    'KeyM',
    'Comma',
    'Period',
    'Slash',
  ],
}
const positions = [...rows.digits, ...rows.end, ...rows.top, ...rows.home, ...rows.bottom, 'Space']

// The characters in the order of `positions`, plain and with Shift. '\0' is a dead key, which no code has.
const characters: Readonly<Record<NamedLayout, readonly [plain: string, shifted: string]>> = {
  us: [
    "`1234567890-=qwertyuiop[]asdfghjkl;'\\<zxcvbnm,./ ",
    '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|>ZXCVBNM<>? ',
  ],
  de: [
    '\0' + '1234567890ß\0qwertzuiopü+asdfghjklöä#<yxcvbnm,.- ',
    '°!"§$%&/()=?\0QWERTZUIOPÜ*ASDFGHJKLÖÄ\'>YXCVBNM;:_ ',
  ],
  fr: [
    '²&é"\'(-è_çà)=azertyuiop\0$qsdfghjklmù*<wxcvbn,;:! ',
    '~1234567890°+AZERTYUIOP\0£QSDFGHJKLM%µ>WXCVBN?./§ ',
  ],
}

const tables: Readonly<Record<NamedLayout, ReadonlyMap<string, readonly [string, string]>>> = {
  us: makeTable('us'),
  de: makeTable('de'),
  fr: makeTable('fr'),
}

function makeTable(layout: NamedLayout): ReadonlyMap<string, readonly [string, string]> {
  const [plain, shifted] = characters[layout]
  const table = new Map<string, readonly [string, string]>()
  positions.forEach((code, index) => {
    const pair = [plain[index], shifted[index]] as const
    if (pair[0] !== undefined && pair[1] !== undefined && pair[0] !== '\0')
      table.set(code, [pair[0], pair[1]])
  })
  return table
}

const numpad = /^Numpad([0-9])$/

/** The character of a key position in a layout; undefined if the position is missing or has none. */
export function readPosition(code: string, shift: boolean, layout: NamedLayout): string | undefined {
  const digit = numpad.exec(code)?.[1]
  if (digit !== undefined) return digit
  if (code === 'NumpadSubtract') return '-'
  if (code === 'NumpadAdd') return '+'
  if (code === 'NumpadDivide') return '/'
  if (code === 'NumpadMultiply') return '*'
  if (code === 'NumpadDecimal') return '.'
  return tables[layout].get(code)?.[shift ? 1 : 0]
}
