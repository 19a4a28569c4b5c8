// The notice about the network above the screen.
import { useAtomValue } from 'jotai'
import { liveAtom } from '#app/state/live.ts'
import { networkNoticeAtom } from '#app/state/online.ts'
import { Icon } from '#app/ui/icon.tsx'
import { PortalLink } from '#features/sign-in/client/pages.tsx'
import { say } from '#text/say.ts'

/** Offline, captive portal and 'not live' stay; 'online' disappears after 5 seconds. */
export function NetworkNotice() {
  const network = useAtomValue(networkNoticeAtom)
  const isSilent = useAtomValue(liveAtom) === 'silent'
  const notice = network ?? (isSilent ? 'notLive' : null)
  return (
    <output className="notice-slot" data-mild={notice === 'notLive' || undefined}>
      {notice && (
        <span className={`notice-bar tone-${notice === 'online' ? 'ok' : 'warning'}`}>
          <Icon name={notice === 'online' ? notice : 'offline'} />
          {notice === 'origin_not_allowed'
            ? say(notice, { origin: window.location.origin })
            : say(notice === 'offline' ? 'offlineNotice' : notice)}
          {notice === 'captive_portal' && <PortalLink />}
        </span>
      )}
    </output>
  )
}
