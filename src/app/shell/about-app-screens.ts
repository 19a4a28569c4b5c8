// Small screens outside of the daily work, in one chunk. They may be opened at any time, even during the
// start.
import { addIcons } from '#app/ui/icon.tsx'
import { laterIcons } from '#app/ui/later-icons.ts'

addIcons(laterIcons)

export { HealthScreen } from '#features/health/client/health-screen.tsx'
export { NoAccess } from '#features/home/client/no-access.tsx'
export { NotFound } from '#features/home/client/not-found.tsx'
export { ReleasesScreen } from '#features/releases/client/releases-screen.tsx'
export { LogOutScreen } from '#features/sign-in/client/log-out-screen.tsx'
export { switchLanguage } from '#input/devices/switch-language.ts'
