import { useEffect } from 'react'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { applyServerProfile, deviceProfilePort, serverStoresProfiles } from './device-profile.ts'

/** Applies the server's profile after sign-in, and provides its commands. */
export function FollowDeviceProfile() {
  useCommandPorts(serverStoresProfiles() ? { deviceProfile: deviceProfilePort } : {})
  useEffect(() => void applyServerProfile(), [])
  return null
}
