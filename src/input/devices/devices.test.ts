import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { listenForScans } from '../wedge/wedge.ts'
import { recordKeys, wedgeTap } from '../wedge/wedge-tap.ts'
import { createDevices, type Devices } from './devices.ts'
import {
  findProfiles,
  listScannerProfiles,
  loadScannerProfile,
  storeMeasuredProfile,
} from './scanner-profiles.ts'

let devices: Devices
beforeEach(() => {
  store.set(preferencesAtom, { scannerProfile: null, directScanners: [] })
  devices = createDevices({ onScan: () => undefined, changed: () => undefined })
})
afterEach(() => devices.stop())

const chosen = () => store.get(preferencesAtom).scannerProfile

describe('a workstation’s profile', () => {
  it('is chosen by words of its label or id, in any order', async () => {
    expect(await devices.port.chooseProfile('ds22xx zebra')).toMatchObject({
      tone: 'ok',
      code: 'scannerProfileSet',
    })
    expect(chosen()).toBe('zebra-ds22xx-usb')
    await devices.port.chooseProfile('BLUETOOTH')
    expect(chosen()).toBe('bluetooth-hid')
  })

  it('does not change if the words match several or none, and those are listed', async () => {
    await devices.port.chooseProfile('urovo')
    const several = await devices.port.chooseProfile('zebra')
    expect(several).toMatchObject({ tone: 'warning', code: 'scannerProfileUnclear' })
    expect(String(several?.facts?.['labels']).split('; ')).toHaveLength(3)
    expect(await devices.port.chooseProfile('nobody')).toMatchObject({
      tone: 'error',
      code: 'scannerProfileUnknown',
      facts: { words: 'nobody' },
    })
    expect(chosen()).toBe('urovo-android')
  })

  it('is found by its full id, although other ids begin with it', async () => {
    const profiles = await listScannerProfiles()
    const shorter = { ...defaultProfile, id: 'zebra' }
    expect(findProfiles('zebra', [...profiles, shorter])).toEqual([shorter])
    expect(findProfiles('  ', profiles)).toEqual([])
  })

  it('may be the one measured here; a damaged one is ignored', async () => {
    localStorage.setItem('trimline.scanner-profile', JSON.stringify({ ...defaultProfile, timing: 'quick' }))
    expect(await loadScannerProfile('workstation')).toBeUndefined()
    expect(storeMeasuredProfile({ ...defaultProfile, label: 'Measured' })).toBe(true)
    expect(await loadScannerProfile('workstation')).toMatchObject({ id: 'workstation', label: 'Measured' })
    expect(JSON.parse(localStorage.getItem('trimline.scanner-profile') ?? '')).toMatchObject({
      id: 'workstation',
    })
  })
})

describe('devices that this browser cannot reach', () => {
  it('are refused with a reason', () => {
    vi.stubGlobal('isSecureContext', true)
    expect(devices.port.mayConnect('hid')).toMatchObject({ code: 'directNotHere' })
    vi.stubGlobal('isSecureContext', false)
    expect(devices.port.mayConnect('camera')).toMatchObject({ code: 'directInsecure' })
    vi.unstubAllGlobals()
  })
})

describe('while a device is measured', () => {
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more })
    return document.body.dispatchEvent(event)
  }

  it('records its keys and hides them from the page, except Escape, chords and a separate Enter', () => {
    const scans: string[] = []
    const keys: string[] = []
    const stop = listenForScans(window, { onScan: ({ text }) => scans.push(text), ...wedgeTap })
    const end = recordKeys((fact) => fact.type === 'down' && keys.push(fact.key))
    expect(press('Enter')).toBe(true)
    for (const key of 'B123456789') expect(press(key)).toBe(false)
    expect(press('Enter')).toBe(false)
    expect(press('Escape')).toBe(true)
    expect(press('k', { ctrlKey: true })).toBe(true)
    end()
    expect(press('x')).toBe(true)
    expect(keys.join('')).toBe('B123456789Enter')
    stop()
    expect(scans).toEqual([])
  })
})
