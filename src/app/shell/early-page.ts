// The first script in the page's head, before the app loads: it records keys, and requests the settings, the
// open document, and the files for the first screen. The build writes it to a separate file.
import { fetchDocument } from '#app/api/early-document.ts'
import { fetchSettings } from '#app/api/early-settings.ts'
import { keepKeys } from '#input/wedge/keep-keys.ts'
import { fetchEarly, fetchTypeface } from './fetch-early.ts'

window.earlyKeys = keepKeys(window)
window.earlySettings = fetchSettings()
window.earlyDocument = fetchDocument()
fetchTypeface(document)
fetchEarly(document)
