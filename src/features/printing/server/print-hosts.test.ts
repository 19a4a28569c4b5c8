import { expect, test } from 'vitest'
import { isAllowedHost, policySources } from './print-hosts.ts'

test.each([
  'localhost',
  'ws://127.0.0.1',
  'PRINTER-PC',
  'wss://agent.local',
  'dock.lan.',
  'a.b.internal',
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.20',
  '[::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
])('%s is on the local network', (host) => {
  expect(isAllowedHost(host, [])).toBe(true)
})

test.each([
  'evil.example',
  'local.evil.example',
  'notlocal.example.com',
  '8.8.8.8',
  '172.32.0.1',
  '192.169.1.1',
  // Browsers read these as external addresses.
  '134744072',
  '0x08080808',
  '8.526344',
  '010.8.8.8',
  '10.1',
  '[2001:db8::1]',
  '[::ffff:8.8.8.8]',
])('%s is not on the local network', (host) => {
  expect(isAllowedHost(host, [])).toBe(false)
})

test('the site can allow further hosts, and all hosts below a name', () => {
  const named = ['Printer.example.com', '*.print.example.com']
  for (const host of ['printer.example.com', 'wss://PRINTER.example.com', 'a.print.example.com']) {
    expect(isAllowedHost(host, named), host).toBe(true)
  }
  for (const host of ['print.example.com', 'evilprint.example.com', 'b.printer.example.com']) {
    expect(isAllowedHost(host, named), host).toBe(false)
  }
})

test('the policy lists registered and allowed hosts, and the hosts that the site names', () => {
  const agents = [
    { host: 'wss://Dock-1.local', port: 12_212 },
    { host: 'dock-1.local', port: 12_212 },
    { host: 'evil.example', port: 443 },
    { host: '[::1]', port: 12_212 },
  ]
  expect(policySources(agents, ['*.print.example.com'])).toEqual([
    'wss://dock-1.local:12212',
    'wss://*.print.example.com:*',
    'https://dock-1.local:12212',
    'https://*.print.example.com:*',
  ])
})
