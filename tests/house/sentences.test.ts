import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { kindRoutes } from '#core/wire/kind-routes.ts'
import { english } from '#text/en/language.ts'
import { later } from '#text/en/later.ts'
import { start } from '#text/en/start.ts'

// Every text that a person reads comes from src/text. This test finds texts in elements, attributes and
// properties of the screens. Tests and developer messages are exempt.

// Attributes and properties that people read or hear.
const readableAttributes: ReadonlySet<string> = new Set([
  'title',
  'alt',
  'label',
  'legend',
  'hint',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'ariaLabel',
  'textContent',
  'innerText',
])

const words = /\p{L}{2,}/u
// A property can hold a code of the catalogue, which has no spaces.
const severalWords = /\p{L}+[^\p{L}]* \p{L}+/u

// Returns the possible texts of an expression.
function textsOf(node: ESTree.Node | null): readonly string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join('…')]
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : textsOf(node.left)), ...textsOf(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return textsOf(node.expression)
    default:
      return []
  }
}

const nameOf = (node: ESTree.Node): string => {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  return node.type === 'Literal' ? String(node.value) : ''
}

// Returns the texts of a source file that belong in the catalogue.
function findWords(name: string, code: string): readonly string[] {
  const found: string[] = []
  const collect = (what: RegExp, node: ESTree.Node | null) =>
    void found.push(...textsOf(node).filter((text) => what.test(text)))
  const { program, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name} cannot be read`)
  new Visitor({
    JSXText: ({ value }) => {
      if (words.test(value)) found.push(value.trim())
    },
    JSXElement: ({ children }) =>
      children.forEach((child) => child.type === 'JSXExpressionContainer' && collect(words, child)),
    JSXFragment: ({ children }) =>
      children.forEach((child) => child.type === 'JSXExpressionContainer' && collect(words, child)),
    JSXAttribute: (attribute) => {
      if (readableAttributes.has(nameOf(attribute.name))) collect(words, attribute.value)
    },
    Property: ({ key, value }) => {
      if (readableAttributes.has(nameOf(key))) collect(severalWords, value)
    },
    AssignmentExpression: ({ left, right }) => {
      if (left.type === 'MemberExpression' && readableAttributes.has(nameOf(left.property)))
        collect(words, right)
    },
  }).visit(program)
  return found
}

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const sources = ['app', 'documents', 'features', 'input', 'core/commands', 'core/scan'].flatMap((area) =>
  readdirSync(join(src, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(area, name).replaceAll('\\', '/')),
)

// Product names of scanners, which are not translated.
const names: Readonly<Record<string, readonly string[]>> = {
  'core/scan/default-profile.ts': ['Any keyboard scanner (USB)'],
}

it.each(sources)('src/%s has no text outside of the catalogue', (name) => {
  expect(findWords(name, readFileSync(join(src, name), 'utf8'))).toEqual(names[name] ?? [])
})

it.each([
  ['text', '<p>Nothing here yet</p>'],
  ['text beside an expression', '<p>{n} lines</p>'],
  ['a text in braces', `<p>{'Ship it'}</p>`],
  ['a conditional text', `<p>{n > 0 ? 'Ship it' : say('ship')}</p>`],
  ['a template text', '<>{`Line ${n}`}</>'],
  ['a fallback', `<p>{name ?? 'Somebody'}</p>`],
  ['a title', '<button title="Ship it" />'],
  ['a label for screen readers', `<button aria-label={busy ? 'Busy' : say('ship')} />`],
  ['a placeholder', '<input placeholder="Type to search…" />'],
  ['a label of our own field', '<TextField label="Carrier" />'],
  ['properties that are spread', `({ title: 'Ship it now' })`],
  ['the title of the page', `document.title = 'Trimline'`],
])('finds %s', (_, code) => {
  expect(findWords('screen.tsx', code)).toHaveLength(1)
})

it.each([
  ['sentences of the catalogue', `<p title={say('ship')}>{say('ship')}</p>`],
  ['codes, classes and numbers', '<p className="line head" data-state="is open">{n} / {m} · 25</p>'],
  ['a text that is only compared', `<p>{state === 'found' && say('done')}</p>`],
  ['a code as a property', `({ label: 'answer.save', title: 'command.ship' })`],
])('passes %s', (_, code) => {
  expect(findWords('screen.tsx', code)).toEqual([])
})

it('has each English sentence once: no area of the catalogue replaces a sentence of another', async () => {
  const areas = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(^|\/)text\/en\/[\w-]+\.ts$/.test(name) && !/\/(index|language|first|later)\.ts$/.test(name),
  )
  const codes = await Promise.all(
    areas.map(async (name) =>
      Object.values<object>(await import(/* @vite-ignore */ join(src, name))).flatMap(Object.keys),
    ),
  )
  const all = codes.flat()
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([])
  expect([...all].sort()).toEqual(Object.keys(english.sentences).sort())
})

const programOf = (path: string) => parseSync(path, readFileSync(path, 'utf8')).program
// Returns the path of an import; undefined for a package.
const targetOf = (path: string, from: string): string | undefined => {
  if (!/\.tsx?$/.test(from)) return undefined
  return from.startsWith('#') ? join(src, from.slice(1)) : join(dirname(path), from)
}

// Returns these sources and all their static imports.
function sourcesFrom(...starts: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  const follow = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const node of programOf(path).body) {
      const isImport =
        node.type === 'ImportDeclaration'
          ? node.importKind !== 'type'
          : node.type === 'ExportNamedDeclaration' && node.exportKind !== 'type' && node.source !== null
      const target =
        isImport && 'source' in node && node.source ? targetOf(path, node.source.value) : undefined
      if (target !== undefined) follow(target)
    }
  }
  for (const path of starts) follow(path)
  return [...seen]
}

const main = join(src, 'app/shell/main.tsx')

it('loads with the page a sentence for each code that is used before the other sentences arrive', () => {
  const paths = sourcesFrom(main)
  expect(paths).toContain(join(src, 'features/setup/client/setup-screen.tsx'))
  const missing = paths.flatMap((path) => {
    const codes: string[] = []
    new Visitor({
      CallExpression: ({ callee, arguments: [code] }) => {
        if (nameOf(callee) === 'say' && code?.type !== 'SpreadElement') codes.push(...textsOf(code ?? null))
      },
    }).visit(programOf(path))
    return codes.filter((code) => !code.includes('…') && !Object.hasOwn(start, code))
  })
  expect(missing).toEqual([])
})

// Returns the dynamic imports of sources. `isLater`: the import waits for the sentences of later code
// (`fetchLater`).
function fetchedBy(paths: readonly string[]) {
  const fetched: { readonly target: string; readonly isLater: boolean }[] = []
  for (const path of paths) {
    const withSentences = new Set<ESTree.Node>()
    const imports: ESTree.ImportExpression[] = []
    new Visitor({
      CallExpression: ({ callee, arguments: [code] }) => {
        if (nameOf(callee) !== 'fetchLater' || code === undefined) return
        withSentences.add(code)
        // `fetchLater(withSentences(import(…)))`
        if (code.type === 'CallExpression' && code.arguments[0]) withSentences.add(code.arguments[0])
      },
      ImportExpression: (node) => void imports.push(node),
    }).visit(programOf(path))
    for (const node of imports) {
      const from = node.source.type === 'Literal' ? targetOf(path, String(node.source.value)) : undefined
      if (from !== undefined) fetched.push({ target: from, isLater: withSentences.has(node) })
    }
  }
  return fetched
}

// Returns all code that can run before the sentences of later code have arrived.
function firstSources(): readonly string[] {
  let starts: readonly string[] = [main]
  for (;;) {
    const paths = sourcesFrom(...starts)
    const more = fetchedBy(paths).filter(({ target, isLater }) => !isLater && !paths.includes(target))
    if (more.length === 0) return paths
    starts = [...starts, ...more.map(({ target }) => target)]
  }
}

const escaped = (text: string) => text.replace(/[^\w ]/g, '\\$&')

// Templates whose types allow only existing codes: an entry that was not stored is `notSaved` or `notSure`.
const typedTemplates: ReadonlySet<string> = new Set(['outbox.…'])

// Returns whether a source names a code, in full or by a template such as `screen.${…}`. Ignores templates
// that begin with a fact.
function namesCode(path: string): (code: string) => boolean {
  const whole = new Set<string>()
  const patterns: RegExp[] = []
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') whole.add(value)
    },
    // Codes can be the keys of a table.
    Property: ({ key }) => void whole.add(nameOf(key)),
    TemplateLiteral: ({ quasis }) => {
      const parts = quasis.map(({ value }) => value.cooked ?? '')
      if (/\w/.test(parts[0] ?? '') && !typedTemplates.has(parts.join('…')))
        patterns.push(new RegExp(`^${parts.map(escaped).join('[^.]+')}$`))
    },
  }).visit(programOf(path))
  return (code) => whole.has(code) || patterns.some((each) => each.test(code))
}

it('has from the first scan on every sentence that code before the later sentences can use', () => {
  const paths = firstSources().filter((path) => !/\/text\/(en|es)\/|\/src\/text\//.test(path))
  expect(paths).toContain(join(src, 'documents/client/session/send-line.ts'))
  expect(paths).toContain(join(src, 'features/adjustment/client/adjust-trim-screen.tsx'))
  expect(paths).not.toContain(join(src, 'features/printing/client/print-dialog.tsx'))
  const codes = Object.keys(later)
  const missing = paths.flatMap((path) => {
    const names = namesCode(path)
    return codes.filter(names).map((code) => `${code} in ${relative(src, path)}`)
  })
  expect(missing).toEqual([])
})

it('the menu has its texts before all sentences have arrived', () => {
  const first = Object.keys(start)
  expect(kindRoutes.map(({ kind }) => `nav.${kind}`).filter((code) => !first.includes(code))).toEqual([])
})
