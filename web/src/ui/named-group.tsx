import { createContext, use, useId, type HTMLAttributes } from 'react'

const NameId = createContext<string | undefined>(undefined)

/** A row or card whose buttons also occur in other rows: a screen reader reads its `GroupName` with them. */
export function NamedGroup(props: HTMLAttributes<HTMLDivElement>) {
  const id = useId()
  return (
    <NameId value={id}>
      <div role="group" aria-labelledby={id} {...props} />
    </NameId>
  )
}

interface NameProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'strong'
}

/** The text that names the surrounding group. */
export const GroupName = ({ as: Tag = 'strong', ...props }: NameProps) => (
  <Tag id={use(NameId)} {...props} />
)
