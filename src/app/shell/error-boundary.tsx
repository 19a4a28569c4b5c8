import { useAtomValue } from 'jotai'
import { Component, type ReactNode, useEffect } from 'react'
import { newReleaseAtom } from '#app/state/release.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import { say } from '#text/say.ts'
import { reloadWhenServerAnswers } from './reload-page.ts'

interface Props {
  readonly children: ReactNode
}
interface State {
  readonly error: Error | undefined
}

// Detects a chunk that could not be fetched, by the browsers' messages. The cause is the network or a new
// release, not the screen.
const isLoadFailure = (error: Error): boolean =>
  /dynamically imported module|module script|Failed to fetch|Unable to preload/i.test(error.message)

/** Limits an error to its screen and offers a reload. The shell, drafts and queue stay. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(JSON.stringify(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : <Failed error={error} />
  }
}

const Failed = ({ error }: { readonly error: Error }) => {
  const next = useAtomValue(newReleaseAtom)
  const loadFailureCode = next ? 'newRelease' : 'screenLost'
  const code = isLoadFailure(error) ? loadFailureCode : 'screenBroke'
  useEffect(
    () => (code === 'screenLost' ? reloadWhenServerAnswers(() => window.location.reload()) : undefined),
    [code],
  )
  return (
    <ErrorState problem={{ code, ...(code !== 'newRelease' && { detail: error.message }) }}>
      <Button
        look="primary"
        icon="reload"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
        autoFocus
        onClick={() => (next ? next.load() : window.location.reload())}
      >
        {say('loadAgain')}
      </Button>
    </ErrorState>
  )
}
