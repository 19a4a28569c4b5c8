import { expect, test } from 'vitest'
import { findAddresses } from './addresses.ts'

const at = { host: '127.0.0.1', port: 8080, secure: false, publicUrl: undefined }

test('uses localhost on loopback, which browsers trust for sign-in', () => {
  expect(findAddresses(at)).toEqual({
    publicUrl: 'http://localhost:8080',
    origins: ['http://localhost:8080', 'http://127.0.0.1:8080'],
    fixed: false,
  })
})

test('includes the machine’s other names on all interfaces', () => {
  const { publicUrl, origins } = findAddresses({ ...at, host: '0.0.0.0', secure: true })
  expect(publicUrl).toBe('https://localhost:8080')
  expect(origins.length).toBeGreaterThanOrEqual(3)
  expect(origins.every((origin) => origin.startsWith('https://'))).toBe(true)
})

test('uses a specific host as name, and puts IPv6 addresses in brackets', () => {
  expect(findAddresses({ ...at, host: 'fd00::1' }).publicUrl).toBe('http://[fd00::1]:8080')
})

test('lists PUBLIC_URL first and keeps the direct origins', () => {
  expect(findAddresses({ ...at, publicUrl: 'https://trimline.example.com' }).origins).toEqual([
    'https://trimline.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
  ])
})
