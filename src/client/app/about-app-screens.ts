// Small screens besides the work, in one chunk. They may be opened at any time, also before the start is
// over.
import { addIcons } from '#client/ui/icon.tsx'
import { laterIcons } from '#client/ui/later-icons.ts'

addIcons(laterIcons)

export { HealthScreen } from '#client/features/health/health-screen.tsx'
export { LogOutScreen } from '#client/features/log-out/log-out-screen.tsx'
export { NoAccess } from '#client/features/no-access/no-access.tsx'
export { NotFound } from '#client/features/not-found/not-found.tsx'
export { ReleasesScreen } from '#client/features/releases/releases-screen.tsx'
export { switchLanguage } from '#client/input/devices/switch-language.ts'
