import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'
import { judgeRefusal, readAnswer, writeRequest } from './protocol.ts'
import { readPermission, whyUnreachable } from './why-unreachable.ts'

const place = { host: 'dock.example.com', port: '', scheme: 'wss', token: '' } as const
const addressAt = (more: Partial<Parameters<typeof addressOf>[0]>) => {
  const address = addressOf({ ...place, ...more })
  if (!address.ok) throw new Error(address.error)
  return address.value
}

describe('what is sent', () => {
  const sheet = { id: 'a-uuid', content: 'JVBERi0=', format: 'PDF', copies: 3, counts: 3 } as const

  it('has the fields that both dialects know and no other', () => {
    expect(JSON.parse(writeRequest('Dock', sheet))).toEqual({
      type: 'Dock',
      url: 'document.pdf',
      file_content: 'JVBERi0=',
      id: 'a-uuid',
      qty: 3,
    })
    expect(Object.keys(JSON.parse(writeRequest('Dock', { ...sheet, format: 'ZPL' })))).toEqual([
      'type',
      'url',
      'raw_content',
      'id',
      'qty',
    ])
  })
})

describe('what is heard', () => {
  it('reads the early dialect', () => {
    expect(readAnswer('{"status":0,"id":"a","message":"Success"}')).toEqual({
      id: 'a',
      ok: true,
      message: 'Success',
    })
    expect(readAnswer('{"status":1,"id":"a"}')).toEqual({ id: 'a', ok: false, message: '' })
  })

  it('reads the late dialect', () => {
    expect(readAnswer('{"success":true,"message":null,"id":"a","printerName":"Laser"}')).toEqual({
      id: 'a',
      ok: true,
      message: '',
    })
    expect(readAnswer('{"success":false,"message":"paper","id":"a","printerName":null}')).toEqual({
      id: 'a',
      ok: false,
      message: 'paper',
    })
  })

  it('reads the cause without the name of the exception', () => {
    const messageOf = (message: string) =>
      readAnswer(JSON.stringify({ status: 1, id: 'a', message }))?.message
    expect(messageOf('java.awt.print.PrinterException - No matched printer: Dock')).toBe(
      'No matched printer: Dock',
    )
    expect(messageOf('javax.print.PrintException: out of paper')).toBe('out of paper')
    // Alone it is all that there is.
    expect(messageOf('java.lang.NullPointerException')).toBe('java.lang.NullPointerException')
    expect(messageOf('Unknown file type: a.b.Exception')).toBe('Unknown file type: a.b.Exception')
  })

  it.each(['', 'hello', '[]', 'null', '{"status":0}', '{"success":true,"id":null}', '{"status":2,"id":"a"}'])(
    'takes %j for no answer',
    (text) => expect(readAnswer(text)).toBeUndefined(),
  )

  it('knows a printer that is not set up by the words of both', () => {
    expect(judgeRefusal('No matched printer: Dock')).toBe('noMapping')
    expect(judgeRefusal('java.awt.print.PrinterException - No matched printer: Dock')).toBe('noMapping')
    expect(judgeRefusal('Unknown file type: x.txt')).toBe('refused')
  })
})

describe('where an agent is', () => {
  it('is wss on the usual port, with the token under both names', () => {
    expect(addressAt({})).toEqual({
      url: 'wss://dock.example.com:12212/printer',
      shown: 'dock.example.com:12212',
      secure: true,
      loopback: false,
      page: 'https://dock.example.com:12212/',
    })
    expect(addressAt({ token: 'a b&c' }).url).toBe(
      'wss://dock.example.com:12212/printer?token=a+b%26c&access_token=a+b%26c',
    )
  })

  it('takes the scheme of the site unless the record has its own', () => {
    expect(addressAt({ scheme: 'ws', port: '8000' }).url).toBe('ws://dock.example.com:8000/printer')
    expect(addressAt({ host: 'ws://127.0.0.1' })).toMatchObject({
      url: 'ws://127.0.0.1:12212/printer',
      loopback: true,
      secure: false,
    })
    expect(addressAt({ host: 'wss://[::1]', scheme: 'ws' })).toMatchObject({
      url: 'wss://[::1]:12212/printer',
      loopback: true,
    })
  })

  it.each(['', 'two words', 'dock/x', 'dock:99', 'me@dock', 'http://dock', 'dock?x=1', '::1'])(
    'makes no address of %j',
    (host) => expect(addressOf({ ...place, host })).toEqual({ ok: false, error: 'badAddress' }),
  )

  it.each(['99999', 'x', '-1'])('makes no address with the port %j', (port) =>
    expect(addressOf({ ...place, port })).toEqual({ ok: false, error: 'badAddress' }),
  )
})

describe('why it was not reached', () => {
  const known = { pageSecure: true, blocked: false, refused: false, permission: 'unknown' } as const

  it('is off, or off or not trusted where there is a certificate', () => {
    expect(whyUnreachable(addressAt({ host: 'ws://127.0.0.1' }), known)).toBe('off')
    expect(whyUnreachable(addressAt({}), known)).toBe('offOrUntrusted')
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), { ...known, pageSecure: false })).toBe('off')
  })

  it('is forbidden by the browser, which the permission tells', () => {
    expect(whyUnreachable(addressAt({}), { ...known, permission: 'denied' })).toBe('denied')
    expect(whyUnreachable(addressAt({}), { ...known, permission: 'prompt' })).toBe('offOrUntrusted')
  })

  it('is a page over https that asks for ws elsewhere', () => {
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), known)).toBe('mixed')
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), { ...known, blocked: true })).toBe('mixed')
  })

  it('is a policy that does not name the agent yet, before anything else', async () => {
    expect(whyUnreachable(addressAt({}), { ...known, refused: true, permission: 'denied' })).toBe('policy')
  })

  it('asks for the permission under the names that the browser may know', async () => {
    const asked: string[] = []
    const knowing = (name: string) => ({
      query: ({ name: wanted }: PermissionDescriptor) => {
        asked.push(wanted)
        return wanted === name
          ? Promise.resolve({ state: 'denied' } as PermissionStatus)
          : Promise.reject(new TypeError(`The provided value '${wanted}' is not a valid enum value`))
      },
    })
    const here = addressAt({ host: 'ws://127.0.0.1' })
    expect(await readPermission(here, knowing('loopback-network'))).toBe('denied')
    expect(await readPermission(here, knowing('local-network-access'))).toBe('denied')
    expect(await readPermission(addressAt({}), knowing('local-network'))).toBe('denied')
    expect(await readPermission(here, knowing('midi'))).toBe('unknown')
    expect(await readPermission(here, undefined)).toBe('unknown')
    expect(asked).toContain('local-network')
  })
})
