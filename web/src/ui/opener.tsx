import { useState, type ComponentType } from 'react'
import { offlineError, toUserMessage } from '@/lib/errors.ts'
import { toast } from '@/lib/toast.ts'
import { lazyPart, type Module } from './loadable.tsx'

export interface OpenerEvents {
  onPointerEnter: () => void
  onClick: () => void
}

/** Goes on once the code is there; without a connection it says so. */
export function onceLoaded(load: () => Promise<unknown>, then: () => void): void {
  void load().then(then, () => toast.error(toUserMessage(offlineError())))
}

/**
 * A button whose menu comes when it is first wanted. The menu has a button of its own, and opens as
 * it appears.
 */
export function opener<Props extends object>(
  Button: ComponentType<OpenerEvents>,
  fetchModule: () => Promise<Module<Props>>,
): ComponentType<Props> {
  const { load, Part } = lazyPart(fetchModule)
  return function Opener(props: Props) {
    const [isThere, setThere] = useState(false)
    if (isThere) return <Part {...props} />
    return (
      <Button
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => onceLoaded(load, () => setThere(true))}
      />
    )
  }
}
