import { useEffect } from 'react'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { deviceProfilePort, followDeviceProfile, serverKeepsProfiles } from './device-profile.ts'

/** Applies the server's profile after sign-in, and provides its commands. */
export function FollowDeviceProfile() {
  useCommandPorts(serverKeepsProfiles() ? { deviceProfile: deviceProfilePort } : {})
  useEffect(() => void followDeviceProfile(), [])
  return null
}
