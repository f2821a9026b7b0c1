import { useCallback } from 'react'

interface Props {
  content: Blob
  alt: string
  className?: string | undefined
}

/** A picture that is not at an address: read as a member, or just chosen. */
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
