import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { speakLanguage } from '#text/languages.ts'

// As in the app once work has begun.
await speakLanguage()

// How long a wait may take where another program has the processor; what is there sooner is not waited for.
configure({ asyncUtilTimeout: 15_000 })

// Each test has a browser that was never used.
beforeEach(() => localStorage.clear())
afterEach(cleanup)

// What jsdom lacks: a terminal's layout.
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
