// The first script of the page, in its head: keys are kept while the app is on its way. The build writes it to a file of its own.
import { keepKeys } from './keep-keys.ts'

window.earlyKeys = keepKeys(window)
