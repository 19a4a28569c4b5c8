import type { Ref } from 'react'
import { say } from '#text/say.ts'
import { Field } from './field.tsx'

/** A file to choose, in the window of the device: it says beforehand that no scan is read there. */
export function FileField({
  ref,
  label,
  accept,
  onFile,
}: {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File | undefined) => void
}) {
  return (
    <Field label={label} hint={say('files.noScans')}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          type="file"
          accept={accept}
          className="control"
          onChange={({ target }) => {
            onFile(target.files?.[0])
            // The same file can be chosen again after it was corrected.
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}
