import { useEffect } from 'react'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { deviceProfilePort, followDeviceProfile, serverKeepsProfiles } from './device-profile.ts'

/** After sign-in: takes the server's profile for this device, and provides the commands about it. */
export function FollowDeviceProfile() {
  useCommandPorts(serverKeepsProfiles() ? { deviceProfile: deviceProfilePort } : {})
  useEffect(() => void followDeviceProfile(), [])
  return null
}
