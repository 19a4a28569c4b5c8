// One record: its form, its active state, and its change log.
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { useSession } from '#app/state/session.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { NEW_DOCUMENT, pathTo } from '#core/wire/routes.ts'
import type { RecordKind } from '#features/maintenance/common/maintenance.ts'
import { prepareMaintenanceCall } from '#features/maintenance/common/maintenance-calls.ts'
import { say } from '#text/say.ts'
import { maintainedKind, recordKeys } from './kinds.ts'
import { RecordChanges } from './record-changes.tsx'
import { RecordForm } from './record-form.tsx'
import './record.css'

export function RecordScreen() {
  const { kind: name, key: encoded } = useParams<{ kind: string; key: string }>()
  const key = decodeKey(encoded)
  const kind = maintainedKind(useSession(), name)
  if (!kind) return <EmptyState heading icon="search" title={say('notFound')} />
  return key === NEW_DOCUMENT ? (
    <NewRecord key={kind} kind={kind} />
  ) : (
    <ExistingRecord key={`${kind} ${key}`} kind={kind} recordKey={key} />
  )
}

// Decodes the key from the path.
const decodeKey = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const NewRecord = ({ kind }: { readonly kind: RecordKind }) => {
  const [, navigate] = useLocation()
  const toList = () => navigate(pathTo('maintenanceList', { kind }))
  return (
    <section className="maintenance layout-stack" aria-labelledby="record-title">
      <h1 id="record-title">{say(`records.${kind}.new`)}</h1>
      <RecordForm
        kind={kind}
        record={null}
        onSaved={(rest) =>
          rest === null ? toList() : navigate(pathTo('maintenanceRecord', { kind, key: rest }))
        }
        onCancel={toList}
      />
    </section>
  )
}

const ExistingRecord = ({ kind, recordKey }: { readonly kind: RecordKind; readonly recordKey: string }) => {
  const [, navigate] = useLocation()
  const query = useQuery({
    queryKey: recordKeys.one(kind, recordKey),
    queryFn: ({ signal }) =>
      performOrThrow(
        prepareMaintenanceCall(
          'maintenance.detail',
          { params: { kind, key: recordKey } },
          (answer) => answer,
        ),
        signal,
      ),
    // The form needs the current version, because an older one would be refused.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const toList = () => navigate(pathTo('maintenanceList', { kind }))
  if (query.isError) {
    return <ErrorState problem={problemOfError(query.error)} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton lines={6} />
  const { Record, Changes } = query.data
  return (
    <section className="maintenance layout-stack" aria-labelledby="record-title">
      <h1 id="record-title">
        {say(`records.${kind}.one`, { key: Record.Key })}
        {!Record.Active && <span className="chip">{say('records.inactive')}</span>}
      </h1>
      <RecordForm kind={kind} record={Record} onSaved={() => void query.refetch()} onCancel={toList} />
      <RecordChanges kind={kind} changes={Changes} />
    </section>
  )
}
