// /Releases/: shows the changes of each version, read from CHANGELOG.md at build time, to super-admins
// (part 1 section 6).
import { say } from '#text/say.ts'
import { type ReleasePart, readReleases } from './read-releases.ts'
import './releases.css'

const files = import.meta.glob<string>('/CHANGELOG.md', { eager: true, query: '?raw', import: 'default' })
const releases = readReleases(Object.values(files).join('\n'))

export function ReleasesScreen() {
  return (
    <section className="page-narrow releases" aria-labelledby="releases-title">
      <h1 id="releases-title">{say('screen.releases')}</h1>
      {releases.map(({ title, parts }) => (
        <article key={title} className="release card-edge layout-list" aria-label={title}>
          <h2>{title}</h2>
          {parts.map((part) => (
            <Part key={part.type === 'items' ? part.items[0] : part.text} {...part} />
          ))}
        </article>
      ))}
    </section>
  )
}

const Part = (part: ReleasePart) => {
  switch (part.type) {
    case 'heading':
      return <h3>{withCode(part.text)}</h3>
    case 'paragraph':
      return <p>{withCode(part.text)}</p>
    case 'items':
      return (
        <ul>
          {part.items.map((item) => (
            <li key={item}>{withCode(item)}</li>
          ))}
        </ul>
      )
  }
}

// Every second piece between backticks is code.
const withCode = (text: string) =>
  text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={`${at}.${piece}`}>{piece}</code> : piece))
