import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveFile } from '@/lib/storage/save-file.ts'

interface Props {
  label: string
  /** Name of the saved file. */
  name: string
  content: () => Blob | Promise<Blob>
  disabled?: boolean
  size?: ButtonProps['size']
}

export function SaveButton({ label, name, content, disabled = false, size = 'sm' }: Props) {
  const save = useMutation({ mutationFn: async () => saveFile(await content(), name) })
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={save.isPending}
      disabled={disabled}
      onClick={() => save.mutate()}
    >
      {label}
    </Button>
  )
}
