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

describe('a request', () => {
  const sheet = { id: 'a-uuid', content: 'JVBERi0=', format: 'PDF', copies: 3, counts: 3 } as const

  it('has only the fields that both protocol versions know', () => {
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

describe('an answer', () => {
  it('is parsed in the early version', () => {
    expect(readAnswer('{"status":0,"id":"a","message":"Success"}')).toEqual({
      id: 'a',
      ok: true,
      message: 'Success',
    })
    expect(readAnswer('{"status":1,"id":"a"}')).toEqual({ id: 'a', ok: false, message: '' })
  })

  it('is parsed in the late version', () => {
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

  it('has its cause without the name of the exception', () => {
    const messageOf = (message: string) =>
      readAnswer(JSON.stringify({ status: 1, id: 'a', message }))?.message
    expect(messageOf('java.awt.print.PrinterException - No matched printer: Dock')).toBe(
      'No matched printer: Dock',
    )
    expect(messageOf('javax.print.PrintException: out of paper')).toBe('out of paper')
    // Alone it is the only information.
    expect(messageOf('java.lang.NullPointerException')).toBe('java.lang.NullPointerException')
    expect(messageOf('Unknown file type: a.b.Exception')).toBe('Unknown file type: a.b.Exception')
  })

  it.each(['', 'hello', '[]', 'null', '{"status":0}', '{"success":true,"id":null}', '{"status":2,"id":"a"}'])(
    'is not parsed from %j',
    (text) => expect(readAnswer(text)).toBeUndefined(),
  )

  it('detects a missing printer mapping by the text of both versions', () => {
    expect(judgeRefusal('No matched printer: Dock')).toBe('noMapping')
    expect(judgeRefusal('java.awt.print.PrinterException - No matched printer: Dock')).toBe('noMapping')
    expect(judgeRefusal('Unknown file type: x.txt')).toBe('refused')
  })
})

describe('the address of an agent', () => {
  it('is wss on the default port, with the token under both names', () => {
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

  it('uses the site’s scheme unless the record has its own', () => {
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
    'is invalid for host %j',
    (host) => expect(addressOf({ ...place, host })).toEqual({ ok: false, error: 'badAddress' }),
  )

  it.each(['99999', 'x', '-1'])('is invalid for port %j', (port) =>
    expect(addressOf({ ...place, port })).toEqual({ ok: false, error: 'badAddress' }),
  )
})

describe('the cause of an unreachable agent', () => {
  const known = { pageSecure: true, blocked: false, refused: false, permission: 'unknown' } as const

  it('is off, or off or untrusted with a certificate', () => {
    expect(whyUnreachable(addressAt({ host: 'ws://127.0.0.1' }), known)).toBe('off')
    expect(whyUnreachable(addressAt({}), known)).toBe('offOrUntrusted')
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), { ...known, pageSecure: false })).toBe('off')
  })

  it('is denied access by the browser, according to the permission', () => {
    expect(whyUnreachable(addressAt({}), { ...known, permission: 'denied' })).toBe('denied')
    expect(whyUnreachable(addressAt({}), { ...known, permission: 'prompt' })).toBe('offOrUntrusted')
  })

  it('is mixed content if a page over https uses ws on another host', () => {
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), known)).toBe('mixed')
    expect(whyUnreachable(addressAt({ scheme: 'ws' }), { ...known, blocked: true })).toBe('mixed')
  })

  it('is a policy that does not list the agent, before any other cause', async () => {
    expect(whyUnreachable(addressAt({}), { ...known, refused: true, permission: 'denied' })).toBe('policy')
  })

  it('uses every name under which a browser may know the permission', async () => {
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
