// The first script in the page's head, before the app loads: it records keys, and requests the settings, the
// open document, and the files for the first screen. The build writes it to a separate file.
import { fetchDocument } from '#app/api/early-document.ts'
import { fetchSettings } from '#app/api/early-settings.ts'
import { createKeyRecorder } from '#input/wedge/key-recorder.ts'
import { fetchEarly, fetchTypeface } from './fetch-early.ts'

window.earlyKeys = createKeyRecorder(window)
window.earlySettings = fetchSettings()
window.earlyDocument = fetchDocument()
fetchTypeface(document)
fetchEarly(document)
