/** Hands a text to the browser as a file to save. False where it does not take it. */
export function saveFile(name: string, type: string, text: string): boolean {
  try {
    const url = URL.createObjectURL(new Blob([text], { type }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return true
  } catch {
    return false
  }
}
