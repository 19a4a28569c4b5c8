/** Pictures of a camera -> scans. A code is seen in many pictures one after the other, and is one scan. */

export interface CameraState {
  /** The codes in sight and when each was seen last, in milliseconds. */
  readonly seen: ReadonlyMap<string, number>
}

export const idleCamera: CameraState = { seen: new Map() }

/** A code has to be out of sight for so long to count again, in milliseconds: a hand shakes, and pictures blur. */
export const outOfSightMs = 1200

/** Takes in what one picture shows: the new state, and the codes that are new in it. */
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
