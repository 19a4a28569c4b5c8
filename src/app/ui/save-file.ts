/** Saves a text as a file through the browser. False if that fails. */
export function saveFile(name: string, type: string, text: string): boolean {
  try {
    const url = URL.createObjectURL(new Blob([text], { type }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    // The browser has started reading it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return true
  } catch {
    return false
  }
}
