import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'

/** Things that belong together. */
export const Card = ({ className, ...rest }: ComponentPropsWithRef<'section'>) => (
  <section {...rest} className={classNames('card', className)} />
)
