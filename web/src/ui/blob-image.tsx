import { useCallback } from 'react'

interface Props {
  content: Blob
  alt: string
  className?: string | undefined
}

/** A picture whose content is in memory, because it was downloaded with the session or has just been chosen. */
export function BlobImage({ content, alt, className }: Props) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(content)
      return () => URL.revokeObjectURL(image.src)
    },
    [content],
  )
  return <img ref={show} alt={alt} className={className} />
}
