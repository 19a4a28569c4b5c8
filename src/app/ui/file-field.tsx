import type { Ref } from 'react'
import { say } from '#text/say.ts'
import { Field } from './field.tsx'

/**
 * A field that chooses a file in the device's dialog. Its hint warns that scans are not read while that
 * dialog is open.
 */
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
            // Allows choosing the same file again after it was corrected.
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}
