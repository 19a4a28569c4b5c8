import type { Workstation } from './workstation.ts'

/** The number of keys and scans a person needs. */
export interface Effort {
  keys: number
  scans: number
}

/** Counts key presses and scans from now on. */
export function countEffort(station: Workstation): Effort {
  const counted = { keys: 0, scans: 0 }
  const { keyboard } = station.page
  const press = keyboard.press.bind(keyboard)
  keyboard.press = (...key) => {
    counted.keys += 1
    return press(...key)
  }
  const scan = station.scanner.scan.bind(station.scanner)
  station.scanner.scan = (...codes) => {
    counted.scans += codes.length
    return scan(...codes)
  }
  return counted
}
