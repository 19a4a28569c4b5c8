import { createRoot } from 'react-dom/client'
import { followNetwork } from '#client/state/online.ts'
import { App } from './app.tsx'
import { followTheme } from './theme.ts'
import './styles/index.css'

followTheme()
followNetwork()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
