import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { en } from '#text/en.ts'
import { speak } from '#text/say.ts'

// As in the app once work has begun.
speak(en)

afterEach(cleanup)
