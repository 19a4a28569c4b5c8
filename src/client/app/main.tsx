import { createRoot } from 'react-dom/client'
import { keepEarlyKeys } from '#client/input/wedge/early-keys.ts'
import { followNetwork } from '#client/state/online.ts'
import { App } from './app.tsx'
import { followTheme } from './theme.ts'
import { installTrustedTypes } from './trusted-types.ts'
import './styles/index.css'

installTrustedTypes()
// A scan while the page loads is processed once its code is there.
keepEarlyKeys(window)
followTheme()
followNetwork()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
