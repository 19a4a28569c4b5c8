import { createRoot } from 'react-dom/client'
import { readTokens } from '#client/api/kept-tokens.ts'
import { warmSignIn } from '#client/api/sign-in.ts'
import { followNetwork } from '#client/state/online.ts'
import { readPreferences } from '#client/state/preferences.ts'
import { App } from './app.tsx'
import { loadAboutApp, warmWork } from './lazy-screens.ts'
import { followLook } from './theme.ts'
import { installTrustedTypes } from './trusted-types.ts'
import './styles/index.css'

installTrustedTypes()
if (readTokens()) warmWork()
else warmSignIn()
followLook()
followNetwork()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const show = () => createRoot(root).render(<App />)
// The start has its English sentences with it; another language comes with the first screens that are fetched. They are
// waited for here only: what they import is this module's, which has to be over first.
if (readPreferences().language === 'en') show()
else void loadAboutApp().then(show, show)
// A font that is asked for only when a barcode first stands on the screen would come too late for this page.
void document.fonts.load('1em "Hyperlegible Mono"')
