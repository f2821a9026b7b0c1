import { Button, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { lazyDialog } from '@/ui/loadable.tsx'
import { useStaffAction, type Act } from './staff-actions.ts'

const NoteDialog = lazyDialog(() => import('./note-dialog.tsx'), 'NoteDialog')

interface Props extends ButtonProps {
  title: string
  /** Text above the field. */
  text?: ReactNode
  label: string
  /** Key under which the draft is stored. */
  place: string
  /** Returns the act. `key` stays the same until the act is known to have arrived. */
  actWith: (note: string, key: string) => Act
  /** Callback after the act was done or proposed. */
  onDone?: () => void
  children: string
}

/** Button for an act of staff that needs a written reason. */
export function NoteButton(props: Props) {
  const { title, text, label, place, actWith, onDone, children, ...button } = props
  const act = useStaffAction()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpened(true)}>
        {children}
      </Button>
      <NoteDialog
        opened={opened}
        onClose={close}
        title={title}
        label={label}
        submit={children}
        busy={act.isPending}
        place={place}
        onSubmit={(note, key) =>
          act.mutateAsync(actWith(note, key)).then(() => {
            close()
            onDone?.()
          })
        }
      >
        {text}
      </NoteDialog>
    </>
  )
}
