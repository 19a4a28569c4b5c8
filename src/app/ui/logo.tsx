import { classNames } from './class-names.ts'

/** The product's logo: a trimmed plant between the bars of a barcode. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg className={classNames('logo', className)} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="logo-bars" d="M3 5h2v22H3zM7 5h1v22H7zM24 5h1v22h-1zM27 5h2v22h-2z" />
      <path
        className="logo-plant"
        d="M15 27V17.6c-4.3-.2-6.4-2.5-6.4-6.7 4 0 6.2 1.9 6.9 5 .5-4.6 2.9-7.3 7.3-8 .3 5.4-2.2 9-5.8 9.6V27z"
      />
    </svg>
  )
}
