import { expect, it } from 'vitest'
import { imageUrl } from './images.ts'

const ID = '00000000-0000-4000-8000-00000000000a'

it('a picture whose path is in the bucket avatars has an address there', () => {
  expect(imageUrl(`${ID}/face.webp`)).toBe(
    `http://127.0.0.1:54321/storage/v1/object/public/avatars/${ID}/face.webp`,
  )
})

it('a picture with any other path or address is not shown', () => {
  for (const image of [
    null,
    '',
    'https://tracker.example/pixel.png',
    '//tracker.example/pixel.png',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
    '/dashboard',
    'face.png',
    `x/${ID}/face.png`,
  ])
    expect(imageUrl(image), String(image)).toBeNull()
})
