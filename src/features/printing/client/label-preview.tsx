// Shows the label as it will print, with the server's own PDF.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { performOrThrow, problemOfError, retryTransient } from '#app/api/use-ask.ts'
import { usePlace } from '#app/state/place.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { say } from '#text/say.ts'
import { labelsRequest } from './job-files.ts'
import { bytesOf } from './open-pdf.ts'

/** Shows the first page of `labels` labels; nothing for an empty barcode. */
export function LabelPreview({
  barcode,
  template,
  labels,
}: {
  readonly barcode: string
  readonly template: string
  readonly labels: number
}) {
  const place = usePlace()
  const preview = useQuery({
    queryKey: ['labels', place.location, place.season.id, barcode, template, labels],
    queryFn: ({ signal }) =>
      performOrThrow(
        labelsRequest(
          { location: place.location, season: place.season.id, template },
          [{ barcode, labels }],
          'PDF',
        ),
        signal,
      ),
    enabled: barcode !== '',
    staleTime: 60_000,
    retry: retryTransient,
  })
  if (barcode === '') return <EmptyState icon="scan" title={say('labels.previewEmpty')} />
  if (preview.data)
    return <PdfPage base64={preview.data.FileData} label={say('labels.previewOf', { barcode })} />
  if (!preview.isError) return <Skeleton lines={4} />
  const problem = problemOfError(preview.error)
  return problem.code === 'not_found' ? (
    <ErrorState problem={{ code: 'noDataForBarcode', facts: { barcode } }} />
  ) : (
    <ErrorState
      problem={{ code: 'labels.failed', detail: reasonOf(problem) }}
      onRetry={() => void preview.refetch()}
    />
  )
}

const PdfPage = ({ base64, label }: { readonly base64: string; readonly label: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const draw = async (on: HTMLCanvasElement) => {
      const { drawFirstPage } = await import('./draw-pdf.ts')
      await drawFirstPage(on, bytesOf(base64), on.parentElement?.clientWidth ?? 300)
    }
    if (canvas.current) {
      draw(canvas.current).then(
        () => !isUnmounted && setDrawn(base64),
        () => !isUnmounted && setFailed(base64),
      )
    }
    return () => {
      isUnmounted = true
    }
  }, [base64])
  return (
    <figure className="print-label-page" aria-busy={drawn !== base64 && failed !== base64}>
      <canvas
        ref={canvas}
        // A canvas allows one drawing at a time, so each page gets its own canvas.
        key={base64}
        role="img"
        aria-label={label}
        hidden={failed === base64}
      />
      {failed === base64 && <figcaption role="status">{say('labels.previewFailed')}</figcaption>}
    </figure>
  )
}
