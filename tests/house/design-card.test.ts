// Each package of the design card is used for its subject, and no other code does the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
const sources = [...filesIn('src'), ...filesIn('tests'), 'vite.config.ts'].map((name) => ({
  name,
  text: readFileSync(join(root, name), 'utf8'),
}))
const using = (found: RegExp) => sources.filter(({ text }) => found.test(text)).map(({ name }) => name)

const card: Readonly<Record<string, string>> = {
  react: 'src/app/shell/shell.tsx',
  wouter: 'src/app/shell/screens.tsx',
  jotai: 'src/app/state/place.ts',
  cmdk: 'src/input/palette/palette.tsx',
  'react-hotkeys-hook': 'src/input/wedge/chord-keys.tsx',
  '@radix-ui/react-dialog': 'src/app/ui/dialog.tsx',
  '@radix-ui/react-toast': 'src/app/shell/toasts.tsx',
  'oidc-client-ts': 'src/app/api/sign-in-library.ts',
  ofetch: 'src/app/api/http.ts',
  valibot: 'src/core/wire/primitives.ts',
  vite: 'vite.config.ts',
  vitest: 'tests/house/design-card.test.ts',
  '@testing-library/react': 'tests/support/document-screens.tsx',
  'playwright/test': 'tests/e2e/support/test.ts',
}

describe('the design card', () => {
  it.each(Object.entries(card))('has %s, used in %s', (name, file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const [packageName = ''] = /^(@[^/]+\/)?[^/]+/.exec(name) ?? []
    expect(Object.keys({ ...dependencies, ...devDependencies })).toContain(packageName)
    expect(using(new RegExp(`(from|import) '${name}'`))).toContain(file)
  })

  // The first script of the page and the service worker run without the app's files.
  it('leaves all other HTTP calls of the app to ofetch', () => {
    const own = /(?<![\w.])fetch\(|\bscope\.fetch\(|XMLHttpRequest/
    const inApp = using(own).filter((name) =>
      /^src\/(app|input|documents\/client|features\/[^/]+\/client)\//.test(name),
    )
    expect(inApp.filter((name) => !name.includes('.test.'))).toEqual([
      'src/app/api/early-document.ts',
      'src/app/api/early-settings.ts',
      'src/app/api/http.ts',
      'src/app/worker/app-worker.ts',
    ])
  })
})
