// Detects the type of this device.

/** Is it an iPhone or iPad? An iPad reports a Mac, but has a touch screen. */
export function isAppleHandheld({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Is it a handheld: is touch its main input? */
export function isHandheld(): boolean {
  return isAppleHandheld(navigator) || window.matchMedia('(pointer: coarse)').matches
}
