/** Camera frames -> scans. A code is seen in many frames, and is one scan. */

export interface CameraState {
  /** The visible codes and when each was last seen, in milliseconds. */
  readonly seen: ReadonlyMap<string, number>
}

export const idleCamera: CameraState = { seen: new Map() }

/** A code must be out of sight this long to be a new scan, in milliseconds: hands shake, and frames blur. */
export const outOfSightMs = 1200

/** Processes the codes of one frame: returns the new state and the new codes. */
export function takePicture(
  { seen }: CameraState,
  codes: readonly string[],
  at: number,
): readonly [CameraState, readonly string[]] {
  const still = new Map([...seen].filter(([, last]) => at - last < outOfSightMs))
  const fresh = [...new Set(codes)].filter((code) => code !== '' && !still.has(code))
  for (const code of codes) still.set(code, at)
  return [{ seen: still }, fresh]
}
