import { expect, test } from 'vitest'
import { findAddresses } from './addresses.ts'

const at = { host: '127.0.0.1', port: 8080, secure: false, publicUrl: undefined }

test('on loopback the server is localhost, which browsers trust for sign-in', () => {
  expect(findAddresses(at)).toEqual({
    publicUrl: 'http://localhost:8080',
    origins: ['http://localhost:8080', 'http://127.0.0.1:8080'],
    fixed: false,
  })
})

test('on every interface it answers to the machine’s other names too', () => {
  const { publicUrl, origins } = findAddresses({ ...at, host: '0.0.0.0', secure: true })
  expect(publicUrl).toBe('https://localhost:8080')
  expect(origins.length).toBeGreaterThanOrEqual(3)
  expect(origins.every((origin) => origin.startsWith('https://'))).toBe(true)
})

test('a host of its own is its name, an IPv6 one in brackets', () => {
  expect(findAddresses({ ...at, host: 'fd00::1' }).publicUrl).toBe('http://[fd00::1]:8080')
})

test('PUBLIC_URL comes first and the direct ways stay open', () => {
  expect(findAddresses({ ...at, publicUrl: 'https://trimline.example.com' }).origins).toEqual([
    'https://trimline.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
  ])
})
