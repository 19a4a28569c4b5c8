import { expect, onTestFinished, test } from 'vitest'
import { writeRequestDetail } from '#core/wire/adjustment-request.ts'
import { loadLanguage } from '#text/languages.ts'
import { sayRequest } from './say-request.ts'

test('a request subject is shown in the language of the user; another server’s text stays unchanged', async () => {
  const ofTransfer = writeRequestDetail('transfer', 20000009, 2)
  const ofCount = writeRequestDetail('count', 60000001, 1)
  const ofOther = 'Transfer 20000009: 2 barcodes differ'
  expect([ofTransfer, ofCount, ofOther].map(sayRequest)).toEqual([
    'Transfer 20000009: 2 lines differ',
    'Count 60000001: 1 line differs',
    ofOther,
  ])
  await loadLanguage('es')
  onTestFinished(() => loadLanguage('en'))
  expect([ofTransfer, ofCount, ofOther].map(sayRequest)).toEqual([
    'Traslado 20000009: 2 líneas difieren',
    'Conteo 60000001: 1 línea difiere',
    ofOther,
  ])
})
