// /HealthCheck/: facts for support, open without sign-in.
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { APP_VERSION } from '#app/state/app-version.ts'
import { configAtom } from '#app/state/config.ts'
import { liveAtom } from '#app/state/live.ts'
import { identityAtom } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { say } from '#text/say.ts'
import { CLOCK_TOLERANCE_MS, checkHealth, type HealthReport } from './check-health.ts'
import { DeviceFacts } from './device-facts.tsx'
import { Fact } from './fact.tsx'
import './facts.css'

export function HealthScreen() {
  const config = useAtomValue(configAtom)
  const authority = config?.oidc.authority
  const live = useAtomValue(liveAtom)
  const signedIn = useAtomValue(identityAtom) !== null
  const [report, setReport] = useState<HealthReport | null>(null)
  const [round, setRound] = useState(0)
  const check = useCallback(
    () => checkHealth(authority, config?.apiBase).then(setReport),
    [authority, config],
  )
  useEffect(() => {
    void check()
  }, [check])
  const checkAgain = () => {
    setReport(null)
    setRound((before) => before + 1)
    void check()
  }
  const server = report?.server
  const sameVersion = server?.version === APP_VERSION
  return (
    <section className="page-narrow" aria-labelledby="health-title">
      <h1 id="health-title">{say('screen.healthCheck')}</h1>
      <dl className="card-plain">
        <Fact name={say('healthApp')} good={server === undefined || sameVersion}>
          {server && !sameVersion
            ? say('healthOtherVersion', { version: APP_VERSION, server: server.version })
            : APP_VERSION}
        </Fact>
        <Fact name={say('healthServer')} good={report?.serverReachable}>
          {!report
            ? say('healthChecking')
            : server
              ? say('healthVersion', { version: server.version })
              : say(report.serverReachable ? 'healthNoReport' : 'healthNotReachable')}
        </Fact>
        {report && report.serverReachable && !server ? null : (
          <Fact name={say('healthDatabase')} good={report ? server?.status === 'ok' : undefined}>
            {!report ? say('healthChecking') : databaseText(report)}
          </Fact>
        )}
        <Fact name={say('healthProvider')} good={report?.providerReachable}>
          {!report
            ? say('healthChecking')
            : say(report.providerReachable ? 'healthReachable' : 'healthNotReachable')}
        </Fact>
        <Fact
          name={say('healthClock')}
          good={
            report?.clockAhead === undefined ? undefined : Math.abs(report.clockAhead) <= CLOCK_TOLERANCE_MS
          }
        >
          {!report
            ? say('healthChecking')
            : report.clockAhead === undefined
              ? say('healthNotTold')
              : clockText(report.clockAhead)}
        </Fact>
        {signedIn && (
          <Fact name={say('healthLive')} good={live === 'connected'}>
            {say(`healthLive.${live}`)}
          </Fact>
        )}
        <DeviceFacts key={round} />
      </dl>
      <Button icon="reload" look="primary" busy={report === null} onClick={checkAgain}>
        {say('healthCheckAgain')}
      </Button>
    </section>
  )
}

const databaseText = ({ server }: HealthReport): string => {
  if (!server?.database.reachable) return say('healthNotReachable')
  const { engine, milliseconds, migrated, writable } = server.database
  if (!migrated) return say('healthNotMigrated')
  return writable ? say('healthEngine', { engine, ms: milliseconds ?? '' }) : say('healthNotWritable')
}

const clockText = (ahead: number): string => {
  const s = (Math.round(ahead / 100) / 10 + 0).toFixed(1)
  return Math.abs(ahead) <= CLOCK_TOLERANCE_MS ? say('healthSeconds', { s }) : say('healthClockWrong', { s })
}
