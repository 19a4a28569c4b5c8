import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { loadLanguage } from '#text/languages.ts'

// Loads the sentences first, as in the app after its start.
await loadLanguage()

// A long timeout, since other processes can use the CPU. A wait ends as soon as its element is there.
configure({ asyncUtilTimeout: 15_000 })

// Each test starts with an unused browser.
beforeEach(() => localStorage.clear())
afterEach(cleanup)

// Adds the media queries that jsdom lacks.
window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
