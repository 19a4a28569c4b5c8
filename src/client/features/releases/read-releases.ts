// Release notes as CHANGELOG.md has them: a heading for each version, below it paragraphs and items.

/** A paragraph, or the items of a list. Code, between backticks in the file, stands between them here too. */
export type ReleasePart =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'items'; readonly items: readonly string[] }

export interface Release {
  /** As the heading has it: the version, and what may stand beside it. */
  readonly title: string
  readonly parts: readonly ReleasePart[]
}

/** Reads the notes, in the order of the file; what stands above the first version belongs to none. */
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
  /** A line that begins nothing of its own goes on with what is before it; a blank one ends that. */
  let open = false
  for (const line of lines) {
    const text = line.trim()
    const item = /^[-*] +(.*)$/.exec(text)?.[1]
    const heading = /^#+ +(.*)$/.exec(text)?.[1]
    const last = parts.at(-1)
    if (text === '') open = false
    else if (heading !== undefined) parts = [...parts, { type: 'heading', text: heading }]
    else if (item !== undefined) {
      parts =
        last?.type === 'items'
          ? [...parts.slice(0, -1), { type: 'items', items: [...last.items, item] }]
          : [...parts, { type: 'items', items: [item] }]
      open = true
    } else if (open && last) {
      parts = [...parts.slice(0, -1), goOn(last, text)]
    } else {
      parts = [...parts, { type: 'paragraph', text }]
      open = true
    }
  }
  return parts
}

const goOn = (part: ReleasePart, text: string): ReleasePart =>
  part.type === 'items'
    ? { ...part, items: [...part.items.slice(0, -1), `${part.items.at(-1)} ${text}`] }
    : { ...part, text: `${part.text} ${text}` }
