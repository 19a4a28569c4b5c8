import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { doors } from '#contract/doors.ts'
import { en } from '#text/en/index.ts'
import { paper } from '#text/en/paper.ts'
import { start } from '#text/en/start.ts'

// Every sentence that a person reads is in src/text: what stands in the elements of the screens, and in the attributes and
// properties that are read out or shown, has to come from there. Tests, and what only a developer reads, may say what they like.

// Attributes and properties that people read, or hear.
const spoken: ReadonlySet<string> = new Set([
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
// A property may hold a code of the catalogue, which has no spaces.
const severalWords = /\p{L}+[^\p{L}]* \p{L}+/u

// The texts that an expression may come to.
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

// The words of a source file that belong into the catalogue.
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
      if (spoken.has(nameOf(attribute.name))) collect(words, attribute.value)
    },
    Property: ({ key, value }) => {
      if (spoken.has(nameOf(key))) collect(severalWords, value)
    },
    AssignmentExpression: ({ left, right }) => {
      if (left.type === 'MemberExpression' && spoken.has(nameOf(left.property))) collect(words, right)
    },
  }).visit(program)
  return found
}

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const sources = ['client', 'commands', 'scan'].flatMap((area) =>
  readdirSync(join(src, area), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(area, name).replaceAll('\\', '/')),
)

// What the maker of a scanner calls it is a name, in whatever language.
const names: Readonly<Record<string, readonly string[]>> = {
  'scan/default-profile.ts': ['Any keyboard scanner (USB)'],
}

it.each(sources)('src/%s leaves what people read to the catalogue', (name) => {
  expect(findWords(name, readFileSync(join(src, name), 'utf8'))).toEqual(names[name] ?? [])
})

it.each([
  ['text', '<p>Nothing here yet</p>'],
  ['text beside an expression', '<p>{n} lines</p>'],
  ['a text in braces', `<p>{'Ship it'}</p>`],
  ['one of two texts', `<p>{n > 0 ? 'Ship it' : say('ship')}</p>`],
  ['a text that is put together', '<>{`Line ${n}`}</>'],
  ['a fallback', `<p>{name ?? 'Somebody'}</p>`],
  ['a title', '<button title="Ship it" />'],
  ['a label for readers', `<button aria-label={busy ? 'Busy' : say('ship')} />`],
  ['a placeholder', '<input placeholder="Type to search…" />'],
  ['a label of a field of ours', '<TextField label="Carrier" />'],
  ['properties that are spread', `({ title: 'Ship it now' })`],
  ['the title of the page', `document.title = 'Trimline'`],
])('finds %s', (_, code) => {
  expect(findWords('screen.tsx', code)).toHaveLength(1)
})

it.each([
  ['sentences of the catalogue', `<p title={say('ship')}>{say('ship')}</p>`],
  ['codes, classes and numbers', '<p className="line head" data-state="is open">{n} / {m} · 25</p>'],
  ['what is only compared', `<p>{state === 'found' && say('done')}</p>`],
  ['a code as a property', `({ label: 'answer.save', title: 'command.ship' })`],
])('passes %s', (_, code) => {
  expect(findWords('screen.tsx', code)).toEqual([])
})

it('has each English sentence once: no area of the catalogue takes the place of what another one says', async () => {
  const areas = readdirSync(join(src, 'text/en')).filter(
    (name) => !['index.ts', 'language.ts'].includes(name),
  )
  const codes = await Promise.all(
    areas.map(async (name) =>
      Object.values<object>(await import(/* @vite-ignore */ join(src, 'text/en', name))).flatMap(Object.keys),
    ),
  )
  const all = codes.flat()
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([])
  expect([...all].sort()).toEqual(Object.keys({ ...en, ...paper }).sort())
})

// The sources that are loaded with the page: what main.tsx imports, and what that imports, unless only when it is needed.
function startSources(): readonly string[] {
  const seen = new Set<string>()
  const follow = (path: string): void => {
    if (seen.has(path) || !/\.tsx?$/.test(path)) return
    seen.add(path)
    const { program } = parseSync(path, readFileSync(path, 'utf8'))
    for (const node of program.body) {
      const from =
        node.type === 'ImportDeclaration' && node.importKind !== 'type' ? node.source.value : undefined
      if (from?.startsWith('#')) follow(join(src, from.slice(1)))
      if (from?.startsWith('.')) follow(join(dirname(path), from))
    }
  }
  follow(join(src, 'client/app/main.tsx'))
  return [...seen]
}

it('has a sentence with the page for each code that is said before the rest has come', () => {
  const paths = startSources()
  expect(paths).toContain(join(src, 'client/features/setup/setup-screen.tsx'))
  const missing = paths.flatMap((path) => {
    const said: string[] = []
    new Visitor({
      CallExpression: ({ callee, arguments: [code] }) => {
        if (nameOf(callee) === 'say' && code?.type !== 'SpreadElement') said.push(...textsOf(code ?? null))
      },
    }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
    return said.filter((code) => !code.includes('…') && !Object.hasOwn(start, code))
  })
  expect(missing).toEqual([])
})

it('the menu has its words before all sentences are here', () => {
  const first = Object.keys(start)
  expect(doors.map(({ kind }) => `nav.${kind}`).filter((code) => !first.includes(code))).toEqual([])
})
