import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<'div'> {
  name: ReactNode
}

/** A name with its value: a row of a description list. */
export function Fact({ name, children, ...box }: Props) {
  return (
    <div {...box}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
