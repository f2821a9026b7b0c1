// Scales pictures before their upload to the size in which they are shown.
import { AppError } from './api/errors.ts'

/** `cover` cuts off what does not fit; `inside` keeps the whole picture and never enlarges it. */
type Size = { width: number; height: number; fit: 'cover' | 'inside' }

/** Draws the picture in each size. Throws if the file is not a picture. */
export async function drawPicture(file: Blob, sizes: Size[]): Promise<Blob[]> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new AppError('image_unreadable')
  })
  return Promise.all(sizes.map((size) => draw(picture, size)))
}

async function draw(picture: ImageBitmap, { width, height, fit }: Size): Promise<Blob> {
  const ratios = [width / picture.width, height / picture.height]
  const scale = Math.min(1, fit === 'cover' ? Math.max(...ratios) : Math.min(...ratios))
  const canvas = document.createElement('canvas')
  const isCut = fit === 'cover'
  // A small picture is not enlarged; a picture that is cut gets the requested proportions.
  const shrink = isCut ? Math.min(1, picture.width / width, picture.height / height) : 1
  canvas.width = Math.max(1, Math.round(isCut ? width * shrink : picture.width * scale))
  canvas.height = Math.max(1, Math.round(isCut ? height * shrink : picture.height * scale))
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      (canvas.width - drawnWidth) / 2,
      (canvas.height - drawnHeight) / 2,
      drawnWidth,
      drawnHeight,
    )
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.86))
  if (!blob) throw new AppError('image_unreadable')
  return blob
}
