import { createRoot } from 'react-dom/client'
import { warmSignIn } from '#app/api/sign-in.ts'
import { readTokens } from '#app/api/token-store.ts'
import { followNetwork } from '#app/state/online.ts'
import { readPreferences } from '#app/state/preferences.ts'
import { App } from './app.tsx'
import { loadChosenLanguage } from './chosen-language.ts'
import { preloadWork } from './lazy-screens.ts'
import { applyAppearance } from './theme.ts'
import './styles/index.css'

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory
  }
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

// Installs the page's only policy, if the browser supports Trusted Types: strings never become markup or
// scripts; only this origin's scripts (workers) load by address.
function installTrustedTypes(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      const { origin } = window.location
      if (new URL(url, origin).origin !== origin) throw new TypeError('A script of another origin')
      return url
    },
  })
}

installTrustedTypes()
if (readTokens()) preloadWork()
else warmSignIn()
applyAppearance()
followNetwork()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const show = () => createRoot(root).render(<App />)
// English sentences are part of the start. Another language is loaded first.
if (readPreferences().language === 'en') show()
else void loadChosenLanguage().then(show, show)
// Load the barcode font now: requested with the first barcode, it would arrive too late for this page.
if (document.documentElement.dataset['line'] !== 'slow') void document.fonts.load('1em "Hyperlegible Mono"')
