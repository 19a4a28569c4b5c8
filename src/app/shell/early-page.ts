// The first script of the page, in its head, before the app has been fetched: it keeps keys, and asks for the
// settings, the open document, and what work needs beside the start. The build writes it to a file of its
// own.
import { fetchDocument } from '#app/api/early-document.ts'
import { fetchSettings } from '#app/api/early-settings.ts'
import { keepKeys } from '#input/wedge/keep-keys.ts'
import { fetchEarly, fetchTypeface } from './fetch-early.ts'

window.earlyKeys = keepKeys(window)
window.earlySettings = fetchSettings()
window.earlyDocument = fetchDocument()
fetchTypeface(document)
fetchEarly(document)
