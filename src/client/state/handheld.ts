// What kind of device this is, as far as the app has to know.

/** An iPhone or iPad? The latter calls itself a Mac, which has no touch screen. */
export function isAppleHandheld({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** A device that is held in the hand: its screen is what is touched. */
export function isHandheld(): boolean {
  return isAppleHandheld(navigator) || window.matchMedia('(pointer: coarse)').matches
}
