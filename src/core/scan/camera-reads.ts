/** Converts camera frames to scans. A code that is visible in many frames is one scan. */

export interface CameraState {
  /** The visible codes, with the time of their last frame in milliseconds. */
  readonly seen: ReadonlyMap<string, number>
}

export const idleCamera: CameraState = { seen: new Map() }

/** A code must be invisible this long to be a new scan, in milliseconds: hands shake, and frames blur. */
export const outOfSightMs = 1200

/** Processes the codes of one frame; returns the new state and the new codes. */
export function processFrame(
  { seen }: CameraState,
  codes: readonly string[],
  at: number,
): readonly [CameraState, readonly string[]] {
  const visible = new Map([...seen].filter(([, last]) => at - last < outOfSightMs))
  const newCodes = [...new Set(codes)].filter((code) => code !== '' && !visible.has(code))
  for (const code of codes) visible.set(code, at)
  return [{ seen: visible }, newCodes]
}
