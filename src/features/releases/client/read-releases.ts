// Parses release notes from CHANGELOG.md: a heading per version, with paragraphs and lists.

/** A paragraph, a heading, or the items of a list. Code stays between backticks. */
export type ReleasePart =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'items'; readonly items: readonly string[] }

export interface Release {
  /** The heading: the version, and any text next to it. */
  readonly title: string
  readonly parts: readonly ReleasePart[]
}

/** Parses the notes in file order; text above the first version is ignored. */
export function readReleases(markdown: string): readonly Release[] {
  return markdown
    .split(/^## +/m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { title: title.trim(), parts: readParts(lines) }
    })
}

const readParts = (lines: readonly string[]): readonly ReleasePart[] => {
  let parts: readonly ReleasePart[] = []
  /** True while a plain line continues the previous one; a blank line ends it. */
  let canContinue = false
  for (const line of lines) {
    const text = line.trim()
    const item = /^[-*] +(.*)$/.exec(text)?.[1]
    const heading = /^#+ +(.*)$/.exec(text)?.[1]
    const last = parts.at(-1)
    if (text === '') canContinue = false
    else if (heading !== undefined) parts = [...parts, { type: 'heading', text: heading }]
    else if (item !== undefined) {
      parts =
        last?.type === 'items'
          ? [...parts.slice(0, -1), { type: 'items', items: [...last.items, item] }]
          : [...parts, { type: 'items', items: [item] }]
      canContinue = true
    } else if (canContinue && last) {
      parts = [...parts.slice(0, -1), appendText(last, text)]
    } else {
      parts = [...parts, { type: 'paragraph', text }]
      canContinue = true
    }
  }
  return parts
}

const appendText = (part: ReleasePart, text: string): ReleasePart =>
  part.type === 'items'
    ? { ...part, items: [...part.items.slice(0, -1), `${part.items.at(-1)} ${text}`] }
    : { ...part, text: `${part.text} ${text}` }
